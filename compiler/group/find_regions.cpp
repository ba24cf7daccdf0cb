// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds barrier regions by reachability alone, so that every shape of control flow is handled.
//
// A block that several re-entry points reach could be copied for each one (clean code, but n
// barriers in a chain of branches cost n*n/2 blocks), or exist once in a region that all of them
// enter through a switch (small code, but optimizers see less). Both are used: a block is copied
// for up to kMaxCopies regions. For one more, the re-entry points that reach it are merged into one
// region. Loops with a barrier, the common case, need two copies of the blocks before the barrier
// in the loop. Each block is propagated to its successors at most kMaxCopies + 1 times, so time and
// size are linear.
#include "compiler/group/find_regions.h"

#include "compiler/analysis/uniformity.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace lanewise {
namespace {

using Numbers = llvm::DenseMap<const llvm::BasicBlock*, unsigned>;

Numbers numberBlocks(const llvm::Function& function) {
  Numbers numbers;
  for (const llvm::BasicBlock& block : function)
    numbers[&block] = static_cast<unsigned>(numbers.size());
  return numbers;
}

// Which re-entry points reach each block without a barrier between, and which re-entry points share
// a region because of that.
class Reachability {
 public:
  Reachability(llvm::Function& function, const ReentryPoints& reentryPoints)
      : reentryPoints_(reentryPoints),
        numbers_(numberBlocks(function)),
        reachedBy_(numbers_.size()),
        parent_(reentryPoints.blocks.size()) {
    for (unsigned i = 0; i < parent_.size(); ++i) parent_[i] = i;
    for (unsigned i = 0; i < parent_.size(); ++i) reach(reentryPoints.blocks[i], i);
    while (!work_.empty()) {
      auto [block, reentryPoint] = work_.pop_back_val();
      if (reentryPoints_.isExit(block)) continue;
      for (llvm::BasicBlock* successor : llvm::successors(block)) reach(successor, reentryPoint);
    }
  }

  /// The smallest re-entry point that shares the region.
  unsigned leader(unsigned reentryPoint) {
    while (parent_[reentryPoint] != reentryPoint)
      reentryPoint = parent_[reentryPoint] = parent_[parent_[reentryPoint]];
    return reentryPoint;
  }

  /// Leaders of the regions that contain the block, ascending.
  llvm::SmallVector<unsigned, kMaxCopies + 1> leadersOf(const llvm::BasicBlock& block) {
    auto& set = reachedBy_[numbers_.lookup(&block)];
    for (unsigned& element : set) element = leader(element);
    llvm::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return set;
  }

 private:
  void reach(llvm::BasicBlock* block, unsigned reentryPoint) {
    auto& set = reachedBy_[numbers_.lookup(block)];
    reentryPoint = leader(reentryPoint);
    for (unsigned& element : set)
      if ((element = leader(element)) == reentryPoint) return;
    set.push_back(reentryPoint);
    work_.push_back({block, reentryPoint});
    if (set.size() <= kMaxCopies) return;
    leadersOf(*block);  // without duplicates
    if (set.size() <= kMaxCopies) return;
    for (unsigned element : set) parent_[leader(element)] = set.front();
    set.assign(1, set.front());
  }

  const ReentryPoints& reentryPoints_;
  Numbers numbers_;
  std::vector<llvm::SmallVector<unsigned, kMaxCopies + 1>> reachedBy_;
  std::vector<unsigned> parent_;
  llvm::SmallVector<std::pair<llvm::BasicBlock*, unsigned>> work_;
};

}  // namespace

std::vector<Region> formRegions(llvm::Function& function, const ReentryPoints& reentryPoints) {
  Reachability reachability(function, reentryPoints);
  std::vector<Region> regions;
  std::vector<unsigned> regionOf(reentryPoints.blocks.size());
  for (unsigned i = 0; i < reentryPoints.blocks.size(); ++i) {
    const unsigned leader = reachability.leader(i);
    if (leader == i) {
      regionOf[i] = static_cast<unsigned>(regions.size());
      regions.emplace_back();
    }
    regions[regionOf[leader]].reentryPoints.push_back(i);
  }
  for (llvm::BasicBlock& block : function) {
    const auto exit = reentryPoints.behind.find(&block);
    for (unsigned leader : reachability.leadersOf(block)) {
      Region& region = regions[regionOf[leader]];
      region.blocks.push_back(&block);
      if (exit != reentryPoints.behind.end()) llvm::append_range(region.exits, exit->second);
      region.returns |= llvm::isa<llvm::ReturnInst>(block.getTerminator());
    }
  }
  for (Region& region : regions) llvm::sort(region.exits);
  return regions;
}

std::vector<Region> oneRegion(llvm::Function& function, const ReentryPoints& reentryPoints) {
  Region region;
  for (unsigned i = 0; i < reentryPoints.blocks.size(); ++i) {
    region.reentryPoints.push_back(i);
    if (i > 0) region.exits.push_back(i);
  }
  for (llvm::BasicBlock& block : llvm::drop_begin(function)) {
    region.blocks.push_back(&block);
    region.returns |= llvm::isa<llvm::ReturnInst>(block.getTerminator());
  }
  return {region};
}

namespace {

// Blocks from which a path without an exit between leads to a block that is asked for.
llvm::BitVector reaching(const llvm::Function& function, const Numbers& numbers,
                         const ReentryPoints& reentryPoints,
                         llvm::function_ref<bool(const llvm::BasicBlock&)> isTarget) {
  llvm::BitVector result(numbers.size());
  llvm::SmallVector<const llvm::BasicBlock*> work;
  auto add = [&](const llvm::BasicBlock& block) {
    const unsigned number = numbers.lookup(&block);
    if (result.test(number)) return;
    result.set(number);
    work.push_back(&block);
  };
  for (const llvm::BasicBlock& block : function)
    if (isTarget(block)) add(block);
  while (!work.empty())
    for (const llvm::BasicBlock* predecessor : llvm::predecessors(work.pop_back_val()))
      if (!reentryPoints.isExit(predecessor)) add(*predecessor);
  return result;
}

// Whether a path from behind the block leads to a target without passing `border`.
template <class IsTarget>
bool leadsTo(const llvm::BasicBlock& block, const llvm::BasicBlock* border, IsTarget&& isTarget) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&block));
  while (!work.empty()) {
    const llvm::BasicBlock* next = work.pop_back_val();
    if (next == border || !seen.insert(next).second) continue;
    if (isTarget(next)) return true;
    llvm::append_range(work, llvm::successors(next));
  }
  return false;
}

// Where the branches of a block meet again; nullptr if they need not.
const llvm::BasicBlock* meetingOf(const llvm::PostDominatorTree& postDominators,
                                  const llvm::BasicBlock& block) {
  const auto* node = postDominators.getNode(&block);
  const auto* meeting = node ? node->getIDom() : nullptr;
  return meeting ? meeting->getBlock() : nullptr;
}

class UniformExitFinder {
 public:
  UniformExitFinder(llvm::Function& function, const ReentryPoints& barriers,
                    const Uniformity& uniformity)
      : barriers_(barriers), uniformity_(uniformity), postDominators_(function) {
    cycles_.compute(function);
  }

  bool accept(llvm::BasicBlock& block) {
    if (!decides(block) || !isReachedByAll(block)) return false;
    accepted_.insert(&block);
    return true;
  }

 private:
  bool isExit(const llvm::BasicBlock* block) const {
    return barriers_.isExit(block) || accepted_.contains(block);
  }

  // The branch is uniform, and a barrier depends on it.
  bool decides(const llvm::BasicBlock& block) const {
    const llvm::Instruction* branch = block.getTerminator();
    if (branch->getNumSuccessors() < 2 || !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(branch))
      return false;
    return !uniformity_.hasDivergentBranch(block) &&
           leadsTo(block, meetingOf(postDominators_, block),
                   [&](const llvm::BasicBlock* next) { return barriers_.isExit(next); });
  }

  // Wherever work-items part on the way here, those that do not end come here before any exit, and
  // in the same iteration of each loop.
  bool isReachedByAll(const llvm::BasicBlock& block) const {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> work{&block};
    while (!work.empty())
      for (const llvm::BasicBlock* before : llvm::predecessors(work.pop_back_val())) {
        if (isExit(before) || !seen.insert(before).second) continue;
        work.push_back(before);
        if (uniformity_.hasDivergentBranch(*before) &&
            (leadsTo(*before, &block, [&](const llvm::BasicBlock* next) { return isExit(next); }) ||
             someSkip(block, *before)))
          return false;
      }
    return true;
  }

  // Whether some of the work-items that part at `before` come to the block in this iteration of a
  // loop, and others in a later one.
  bool someSkip(const llvm::BasicBlock& block, const llvm::BasicBlock& before) const {
    const auto is = [](const llvm::BasicBlock* target) {
      return [target](const llvm::BasicBlock* next) { return next == target; };
    };
    for (const llvm::Cycle* cycle = cycles_.getCycle(&block); cycle;
         cycle = cycle->getParentCycle()) {
      if (!cycle->contains(&before)) continue;
      const llvm::BasicBlock* header = cycle->getHeader();
      if (!cycle->isReducible() ||
          (leadsTo(before, header, is(&block)) && leadsTo(before, &block, is(header))))
        return true;
    }
    return false;
  }

  const ReentryPoints& barriers_;
  const Uniformity& uniformity_;
  llvm::PostDominatorTree postDominators_;
  llvm::CycleInfo cycles_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> accepted_;
};

}  // namespace

std::vector<llvm::BasicBlock*> findUniformExits(llvm::Function& function,
                                                const ReentryPoints& barriers,
                                                const Uniformity& uniformity) {
  UniformExitFinder finder(function, barriers, uniformity);
  std::vector<llvm::BasicBlock*> result;
  for (llvm::BasicBlock& block : llvm::drop_begin(function))
    if (finder.accept(block)) result.push_back(&block);
  return result;
}

bool itemsEndEarly(llvm::Function& function, const ReentryPoints& reentryPoints,
                   const Uniformity& uniformity) {
  const Numbers numbers = numberBlocks(function);
  auto isExit = [&](const llvm::BasicBlock* block) { return reentryPoints.isExit(block); };
  const llvm::BitVector toReturn =
      reaching(function, numbers, reentryPoints, [](const llvm::BasicBlock& block) {
        return llvm::isa<llvm::ReturnInst>(block.getTerminator());
      });
  const llvm::BitVector toExit =
      reaching(function, numbers, reentryPoints,
               [&](const llvm::BasicBlock& block) { return isExit(&block); });
  const llvm::PostDominatorTree postDominators(function);
  for (llvm::BasicBlock& block : function) {
    const unsigned number = numbers.lookup(&block);
    if (!toReturn.test(number) || !toExit.test(number)) continue;
    // Work-items that part here decide here only if an exit stands before they meet again.
    if (uniformity.hasDivergentBranch(block) &&
        leadsTo(block, meetingOf(postDominators, block), isExit))
      return true;
  }
  return false;
}

}  // namespace lanewise
