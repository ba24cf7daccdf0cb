// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A depth-first search without recursion.
#include "compiler/analysis/early_computation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

std::optional<llvm::SmallVector<llvm::Instruction*>> earlyComputation(
    llvm::Value& value, llvm::function_ref<bool(llvm::BasicBlock*)> isInside, size_t most) {
  llvm::SmallVector<llvm::Instruction*> order, stack;
  llvm::SmallPtrSet<llvm::Instruction*, 16> begun, done;
  const auto visit = [&](llvm::Value& operand) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&operand);
    if (instruction && isInside(instruction->getParent()) && !begun.contains(instruction))
      stack.push_back(instruction);
  };
  visit(value);
  while (!stack.empty()) {
    llvm::Instruction* instruction = stack.back();
    if (begun.insert(instruction).second) {
      if (begun.size() > most || llvm::isa<llvm::PHINode>(instruction) ||
          instruction->mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(instruction))
        return std::nullopt;
      for (llvm::Value* operand : instruction->operands()) visit(*operand);
      continue;
    }
    stack.pop_back();
    if (done.insert(instruction).second) order.push_back(instruction);
  }
  return order;
}

}  // namespace lanewise
