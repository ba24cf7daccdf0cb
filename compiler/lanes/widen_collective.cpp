// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans of a sub-group, which is a vector: over its active lanes.
#include "compiler/lanes/widen_collective.h"

#include "compiler/ir/collective_calls.h"
#include "compiler/lanes/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

bool widenCollective(Widening& widening, llvm::Instruction& instruction) {
  const std::optional<CollectiveCall> call = collectiveCallOf(instruction);
  if (!call) return false;
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::Value* active = identityWhereInactive(
      builder, call->operation, widening.leaf(instruction.getOperand(0)), widening.mask);
  switch (call->form) {
    case CollectiveForm::Reduce:
      widening.setScalar(instruction, reduceLanes(builder, call->operation, active));
      break;
    case CollectiveForm::InclusiveScan:
      widening.setLeaves(instruction, {inclusiveScanOfLanes(builder, call->operation, active)});
      break;
    case CollectiveForm::ExclusiveScan:
      widening.setLeaves(instruction, {exclusiveScanOfLanes(builder, call->operation, active)});
      break;
  }
  return true;
}

bool removeCollectives(llvm::Function& kernel) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    const std::optional<CollectiveCall> call = collectiveCallOf(instruction);
    if (!call) continue;
    instruction.replaceAllUsesWith(call->form == CollectiveForm::ExclusiveScan
                                       ? identityOf(call->operation, instruction.getType())
                                       : instruction.getOperand(0));
    instruction.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace lanewise
