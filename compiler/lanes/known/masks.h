// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks of a kernel are executed by the same lanes, and where lanes take different paths. A
// mask is named by the block in which it begins. The entry block begins the mask of all live lanes.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
}  // namespace llvm

namespace lanewise {

class Levels;
class Uniformity;

class Masks {
 public:
  Masks(llvm::Function& function, const llvm::LoopInfo& loops,
        const llvm::DominatorTree& dominators, const Levels& levels, const Uniformity& uniformity);

  /// The block that begins the mask of `block`, which it dominates.
  const llvm::BasicBlock& maskOf(const llvm::BasicBlock& block) const {
    return *begins_.lookup(&block);
  }
  bool beginsMask(const llvm::BasicBlock& block) const { return &maskOf(block) == &block; }

  /// Whether all lanes of the vector are live and execute the block (full_iterations.h).
  bool hasAllLanes(const llvm::BasicBlock& block) const;

  /// Lane 0 executes the block if any lane does: all lanes do, or in a kernel it is live, and the
  /// block has the mask of all live lanes. Functions are called for any lanes.
  bool includesFirstLane(const llvm::BasicBlock& block) const;

  /// Lanes leave the loop in different iterations or to different exits: it runs until none is
  /// left.
  bool isDivergent(const llvm::Loop& loop) const { return divergent_.contains(&loop); }

  /// All lanes of the block go on to the same successor, which may be outside of a divergent loop.
  bool hasUniformBranch(const llvm::BasicBlock& block) const;

  /// Some lanes of the block may go on to another successor than the others, at once or in another
  /// iteration: its branch is divergent, or leaves a divergent loop.
  bool separatesLanes(const llvm::BasicBlock& block) const;

  /// The nearest block that dominates the block and is of its level (levels.h), of the level around
  /// the loop if the block is a header.
  /// \pre Not the entry block.
  const llvm::BasicBlock& dominatorInLevel(const llvm::BasicBlock& block) const;

  /// Lanes of the block may come from different predecessors: its phis select by lane.
  bool blends(const llvm::BasicBlock& block) const;

 private:
  const llvm::BasicBlock* findMask(const llvm::BasicBlock& block) const;
  bool leavesUnevenly(const llvm::Loop& loop) const;

  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  const Levels& levels_;
  const Uniformity& uniformity_;
  llvm::DenseSet<const llvm::Loop*> divergent_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> begins_;
};

}  // namespace lanewise
