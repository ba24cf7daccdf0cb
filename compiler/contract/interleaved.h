// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kInterleaved is the mark of a private variable whose elements lie side by side for the lanes of a
// vector: element 0 of all lanes, then element 1 of all lanes. Its address is the same for all
// lanes.
#pragma once

#include "compiler/contract/instruction_marks.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise {

/// The marked variable that the pointer comes from, through address computations only; or nullptr.
inline const llvm::AllocaInst* interleavedVariable(const llvm::Value& pointer) {
  const auto* variable =
      llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer, /*MaxLookup=*/0));
  return variable && variable->hasMetadata(kInterleaved) ? variable : nullptr;
}

/// The size of a marked variable's elements.
inline uint64_t interleavedBytes(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(kInterleaved);
  return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue();
}

/// Removes all marks.
inline void unmarkInterleaved(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (llvm::isa<llvm::AllocaInst>(instruction)) instruction.setMetadata(kInterleaved, nullptr);
}

}  // namespace lanewise
