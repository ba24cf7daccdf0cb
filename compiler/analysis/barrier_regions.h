// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel falls into regions: code that each work-item runs from one continuation (the start
// of the kernel, or the place behind a barrier) to the next barrier or to its end.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
}  // namespace llvm

namespace lanewise {

class Uniformity;

/// The continuations of a kernel. Each barrier is the last instruction before the terminator of its
/// block, and the block behind it, which has no other predecessor, is its continuation.
struct Continuations {
  /// Number 0 is the start of the kernel: the block after the entry, which holds only allocas.
  std::vector<llvm::BasicBlock*> blocks;
  /// Block that ends in a barrier -> the continuation it leads to.
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> behindBarrier;
};

/// One loop over the work-items of the group. It may start at any of its continuations, and which
/// one is the same for all work-items.
struct Region {
  std::vector<unsigned> continuations;    // ascending
  std::vector<llvm::BasicBlock*> blocks;  // in the function's order
  std::vector<unsigned> exits;            // continuations of the barriers in it, ascending
  bool returns = false;                   // some block in it ends the work-item
};

/// Regions cover all blocks; a block is in at most kMaxCopies of them.
std::vector<Region> formRegions(llvm::Function& function, const Continuations& continuations);

/// Whether some work-items may end in a region while others of the group go on to a barrier, so
/// that who has ended must be remembered.
bool itemsEndEarly(llvm::Function& function, const Continuations& continuations,
                   const Uniformity& uniformity);

inline constexpr unsigned kMaxCopies = 4;

}  // namespace lanewise
