// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans: inactive lanes have what changes no operand. A sub-group is a vector. Stage
// group continues with the vectors of a work-group.
#include "compiler/lanes/write/widen_collective.h"

#include "compiler/contract/collective_calls.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

bool widenCollective(Widening& widening, llvm::Instruction& instruction) {
  const std::optional<CollectiveCall> call = collectiveCallOf(instruction);
  if (!call) return false;
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::Value* active = neutralWhereInactive(
      builder, call->operation, widening.leaf(instruction.getOperand(0)), widening.mask);
  if (call->scope == CollectiveScope::WorkGroup) {
    llvm::Value* result = emitCollectiveCall(builder, *call, active);
    if (call->form == CollectiveForm::Reduce)
      widening.setScalar(instruction, result);
    else
      widening.setLeaves(instruction, {result});
    return true;
  }
  if (call->form == CollectiveForm::Reduce) {
    widening.setScalar(instruction, reduceLanes(builder, call->operation, active));
    return true;
  }
  llvm::Value* scan = inclusiveScanOfLanes(builder, call->operation, active);
  if (call->form == CollectiveForm::ExclusiveScan)
    scan = withIdentity(builder, call->operation,
                        exclusiveScanOfLanes(builder, call->operation, scan), [&] {
                          llvm::Value* bits = widening.maskBits(widening.mask);
                          llvm::Value* first = builder.CreateAnd(bits, builder.CreateNeg(bits));
                          return builder.CreateBitCast(first, widening.maskType());
                        });
  widening.setLeaves(instruction, {scan});
  return true;
}

bool removeSubGroupCalls(llvm::Function& kernel) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    const std::optional<CollectiveCall> call = collectiveCallOf(instruction);
    if (!call || call->scope != CollectiveScope::SubGroup) continue;
    instruction.replaceAllUsesWith(call->form == CollectiveForm::ExclusiveScan
                                       ? identityOf(call->operation, instruction.getType())
                                       : instruction.getOperand(0));
    instruction.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace lanewise
