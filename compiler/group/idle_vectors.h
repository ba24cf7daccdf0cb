// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors that have nothing to do. In regions such as `if (lid < step) ...` they are the last ones
// of a row, and the loop over vectors ends at the first of them.
#pragma once

#include "compiler/group/row_shapes.h"

namespace lanewise {

/// All that work-items do is to store values of the group, and nothing in the region tells one from
/// another, not even that some have ended: one does it for all.
bool isSameForAllItems(const RegionBlocks& region);

/// In the region from its first block to `last`: an i1 that is computed on all paths, next to the
/// branch that depends on it. Where it is true, neither this vector nor one behind it in the row
/// does anything but store values of the group, the same ones. Null if there is no such value.
/// Adds instructions to the region.
llvm::Value* findIdleRest(const RegionBlocks& region, const llvm::BasicBlock& last);

/// Ends `end` with a branch to `rowEnd` if `idle` (findIdleRest()) is true, else to `next`. It has
/// the condition of the region's own branch where `idle` is its opposite: LLVM then knows it behind
/// the work.
void branchOnIdle(llvm::Value& idle, llvm::BasicBlock& end, llvm::BasicBlock& rowEnd,
                  llvm::BasicBlock& next);

}  // namespace lanewise
