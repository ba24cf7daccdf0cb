// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds for each block whether it has the mask of a block before it, from divergent branches
// (analysis/uniformity.h) and the order of blocks (levels.h). Used by linearize.cpp, which computes
// the masks, by shapes.cpp for phis, and by cost.cpp.
#include "compiler/lanes/known/masks.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/contract/called_functions.h"
#include "compiler/lanes/known/full_iterations.h"
#include "compiler/lanes/known/levels.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace lanewise {

// Whether a loop is divergent depends on the masks of its blocks, and these on the loops. Loops are
// uniform until proved otherwise; each round proves one more, or is the last.
Masks::Masks(llvm::Function& function, const llvm::LoopInfo& loops,
             const llvm::DominatorTree& dominators, const Levels& levels,
             const Uniformity& uniformity)
    : loops_(loops), dominators_(dominators), levels_(levels), uniformity_(uniformity) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (bool stable = false; !stable;) {
    begins_.clear();
    for (llvm::BasicBlock* block : order) begins_[block] = findMask(*block);
    stable = true;
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
      if (!isDivergent(*loop) && leavesUnevenly(*loop)) {
        divergent_.insert(loop);
        stable = false;
      }
  }
}

bool Masks::hasAllLanes(const llvm::BasicBlock& block) const {
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  return loop && isForAllLanes(*loop) && !loop->contains(&maskOf(block));
}

bool Masks::includesFirstLane(const llvm::BasicBlock& block) const {
  return hasAllLanes(block) || (maskOf(block).isEntryBlock() && !isOutOfLine(*block.getParent()));
}

bool Masks::leavesUnevenly(const llvm::Loop& loop) const {
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
    return separatesLanes(*block) || &maskOf(*block) != &maskOf(*loop.getHeader());
  });
}

bool Masks::hasUniformBranch(const llvm::BasicBlock& block) const {
  return !uniformity_.hasDivergentBranch(block);
}

bool Masks::separatesLanes(const llvm::BasicBlock& block) const {
  if (!hasUniformBranch(block)) return true;
  return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) {
    for (const llvm::Loop* loop = loops_.getLoopFor(&block); loop && !loop->contains(next);
         loop = loop->getParentLoop())
      if (isDivergent(*loop)) return true;
    return false;
  });
}

bool Masks::blends(const llvm::BasicBlock& block) const {
  if (loops_.isLoopHeader(&block)) return false;
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
    return separatesLanes(*before) || &maskOf(*before) != &maskOf(block);
  });
}

const llvm::BasicBlock& Masks::dominatorInLevel(const llvm::BasicBlock& block) const {
  const llvm::Loop* level = loops_.getLoopFor(&block);
  if (level && level->getHeader() == &block) level = level->getParentLoop();
  const llvm::BasicBlock* above = dominators_.getNode(&block)->getIDom()->getBlock();
  for (const llvm::Loop* inner = loops_.getLoopFor(above); inner != level;
       inner = loops_.getLoopFor(above))
    above = inner->getLoopPreheader();
  return *above;
}

// \pre The masks of the blocks before it are known.
const llvm::BasicBlock* Masks::findMask(const llvm::BasicBlock& block) const {
  if (block.isEntryBlock()) return &block;
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  if (loop && loop->getHeader() == &block)
    return isDivergent(*loop) ? &block : begins_.lookup(loop->getLoopPreheader());
  // All lanes of a dominating block come here, if all paths from there do, or they have left a loop
  // together.
  const llvm::BasicBlock* above = &dominatorInLevel(block);
  const Level& level = levels_.of(loop);
  const bool leavesTogether = !loop || !isDivergent(*loop);
  if (level.isOnAllPaths(*level.positionOf(*above), *level.positionOf(block), leavesTogether))
    return begins_.lookup(above);
  // Or all lanes of the predecessors come together.
  const llvm::BasicBlock* common = begins_.lookup(*llvm::pred_begin(&block));
  const bool together =
      llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
        return !separatesLanes(*before) && begins_.lookup(before) == common;
      });
  return together ? common : &block;
}

}  // namespace lanewise
