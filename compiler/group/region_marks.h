// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata by which barrier-regions and work-item-loops tell later passes what belongs to a region.
// The marks of branches are in kernels whose regions become functions only.
#pragma once

#include "compiler/contract/instruction_marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {

/// Of a kernel. With more, a build takes less time if each region is a function.
inline constexpr size_t kMostRegionsInOneFunction = 128;
/// Of a kernel: for each re-entry point, the values of the group that live to it. In one function
/// they are phis, whose number grows with the square of the depth of loops around a barrier. With
/// more, regions become functions, and the values are in memory. Four loops around eight barriers
/// have about 100.
inline constexpr size_t kMostValuesPassedOn = 1024;

inline void mark(llvm::Instruction& instruction, llvm::StringRef kind) {
  instruction.setMetadata(kind, llvm::MDNode::get(instruction.getContext(), {}));
}

/// From barrier-regions to region-functions. Variables of such a kernel become registers in
/// region-functions.
inline bool regionsBecomeFunctions(const llvm::Function& kernel) {
  return llvm::any_of(kernel, [](const llvm::BasicBlock& block) {
    return block.getTerminator()->hasMetadata(kRegionHeadMark);
  });
}

}  // namespace lanewise
