// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides a kernel into barrier regions: code that each work-item runs from a re-entry point to the
// next exit or to its end. Exits are barriers and branches. Such a branch decides which barrier
// comes next, has the same condition for all work-items, and is reached by all that continue, in
// the same iteration. The group takes it once, so a loop around barriers becomes a loop around
// regions.
//
// A yield is an exit, too, at which each work-item continues for itself. A kernel with yields is
// one region (region_writer.cpp).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lanewise {

class Uniformity;

/// Where work-items wait for each other. A re-entry point is a block with a single predecessor,
/// which is an exit; all successors of an exit are re-entry points.
struct ReentryPoints {
  /// Number 0 is the start of the kernel: the block after the entry, which holds only allocas.
  std::vector<llvm::BasicBlock*> blocks;
  /// Exit -> the re-entry point of each of its successors. Where there is one successor, the exit
  /// is a barrier, the last instruction before the terminator.
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<unsigned, 2>> behind;

  llvm::DenseSet<unsigned> behindYield;

  bool isExit(const llvm::BasicBlock* block) const { return behind.contains(block); }
  bool hasYields() const { return !behindYield.empty(); }
};

/// One loop over the work-items of the group. It may start at any of its re-entry points, and which
/// one is the same for all work-items.
struct Region {
  std::vector<unsigned> reentryPoints;    // ascending
  std::vector<llvm::BasicBlock*> blocks;  // in the function's order
  std::vector<unsigned> exits;            // re-entry points behind it, ascending
  bool returns = false;                   // some block in it ends the work-item
};

/// Regions cover all blocks; a block is in at most kMaxCopies of them.
std::vector<Region> formRegions(llvm::Function& function, const ReentryPoints& reentryPoints);

/// All blocks but the entry.
std::vector<Region> oneRegion(llvm::Function& function, const ReentryPoints& reentryPoints);

/// Blocks whose branch can be an exit as well, in the function's order.
std::vector<llvm::BasicBlock*> findUniformExits(llvm::Function& function,
                                                const ReentryPoints& barriers,
                                                const Uniformity& uniformity);

/// Whether some work-items may end in a region while others of the group go on to an exit, so that
/// who has ended must be remembered.
bool itemsEndEarly(llvm::Function& function, const ReentryPoints& reentryPoints,
                   const Uniformity& uniformity);

inline constexpr unsigned kMaxCopies = 4;

}  // namespace lanewise
