// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions are found by reachability alone, so that every shape of control flow is right.
//
// A block that several continuations reach could be copied for each (clean code, but n barriers in
// a chain of branches cost n*n/2 blocks) or exist once in a region that all of them enter through a
// switch (small code, but optimizers see less). Both: a block is copied for up to kMaxCopies
// regions; where one more would come, the continuations that reach it become one region. Loops with
// a barrier, the common case, need two copies of what stands before the barrier in the loop. Each
// block is propagated to its successors at most kMaxCopies + 1 times, so time and size are linear.
#include "compiler/analysis/barrier_regions.h"

#include "compiler/analysis/uniformity.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using Numbers = llvm::DenseMap<const llvm::BasicBlock*, unsigned>;

Numbers numberBlocks(const llvm::Function& function) {
  Numbers numbers;
  for (const llvm::BasicBlock& block : function)
    numbers[&block] = static_cast<unsigned>(numbers.size());
  return numbers;
}

// Which continuations reach each block without a barrier between, and which continuations share a
// region because of that.
class Reachability {
 public:
  Reachability(llvm::Function& function, const Continuations& continuations)
      : continuations_(continuations),
        numbers_(numberBlocks(function)),
        reachedBy_(numbers_.size()),
        parent_(continuations.blocks.size()) {
    for (unsigned i = 0; i < parent_.size(); ++i) parent_[i] = i;
    for (unsigned i = 0; i < parent_.size(); ++i) reach(continuations.blocks[i], i);
    while (!work_.empty()) {
      auto [block, continuation] = work_.pop_back_val();
      if (continuations_.behindBarrier.contains(block)) continue;
      for (llvm::BasicBlock* successor : llvm::successors(block)) reach(successor, continuation);
    }
  }

  /// The smallest continuation that shares the region.
  unsigned leader(unsigned continuation) {
    while (parent_[continuation] != continuation)
      continuation = parent_[continuation] = parent_[parent_[continuation]];
    return continuation;
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
  void reach(llvm::BasicBlock* block, unsigned continuation) {
    auto& set = reachedBy_[numbers_.lookup(block)];
    continuation = leader(continuation);
    for (unsigned& element : set)
      if ((element = leader(element)) == continuation) return;
    set.push_back(continuation);
    work_.push_back({block, continuation});
    if (set.size() <= kMaxCopies) return;
    leadersOf(*block);  // without duplicates
    if (set.size() <= kMaxCopies) return;
    for (unsigned element : set) parent_[leader(element)] = set.front();
    set.assign(1, set.front());
  }

  const Continuations& continuations_;
  Numbers numbers_;
  std::vector<llvm::SmallVector<unsigned, kMaxCopies + 1>> reachedBy_;
  std::vector<unsigned> parent_;
  llvm::SmallVector<std::pair<llvm::BasicBlock*, unsigned>> work_;
};

}  // namespace

std::vector<Region> formRegions(llvm::Function& function, const Continuations& continuations) {
  Reachability reachability(function, continuations);
  std::vector<Region> regions;
  std::vector<unsigned> regionOf(continuations.blocks.size());
  for (unsigned i = 0; i < continuations.blocks.size(); ++i) {
    const unsigned leader = reachability.leader(i);
    if (leader == i) {
      regionOf[i] = static_cast<unsigned>(regions.size());
      regions.emplace_back();
    }
    regions[regionOf[leader]].continuations.push_back(i);
  }
  for (llvm::BasicBlock& block : function) {
    const auto barrier = continuations.behindBarrier.find(&block);
    for (unsigned leader : reachability.leadersOf(block)) {
      Region& region = regions[regionOf[leader]];
      region.blocks.push_back(&block);
      if (barrier != continuations.behindBarrier.end()) region.exits.push_back(barrier->second);
      region.returns |= llvm::isa<llvm::ReturnInst>(block.getTerminator());
    }
  }
  for (Region& region : regions) llvm::sort(region.exits);
  return regions;
}

namespace {

// Blocks from which a path without a barrier leads to a block of `targets`.
llvm::BitVector reaching(const llvm::Function& function, const Numbers& numbers,
                         const Continuations& continuations,
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
      if (!continuations.behindBarrier.contains(predecessor)) add(*predecessor);
  return result;
}

// Whether a barrier stands between the block and the place where its branches meet again.
bool branchReachesBarrier(llvm::BasicBlock& block, const llvm::BasicBlock* meeting,
                          const Continuations& continuations) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&block));
  while (!work.empty()) {
    const llvm::BasicBlock* next = work.pop_back_val();
    if (next == meeting || !seen.insert(next).second) continue;
    if (continuations.behindBarrier.contains(next)) return true;
    llvm::append_range(work, llvm::successors(next));
  }
  return false;
}

}  // namespace

bool itemsEndEarly(llvm::Function& function, const Continuations& continuations,
                   const Uniformity& uniformity) {
  const Numbers numbers = numberBlocks(function);
  const llvm::BitVector toReturn =
      reaching(function, numbers, continuations, [](const llvm::BasicBlock& block) {
        return llvm::isa<llvm::ReturnInst>(block.getTerminator());
      });
  const llvm::BitVector toBarrier = reaching(
      function, numbers, continuations,
      [&](const llvm::BasicBlock& block) { return continuations.behindBarrier.contains(&block); });
  const llvm::PostDominatorTree postDominators(function);
  for (llvm::BasicBlock& block : function) {
    const unsigned number = numbers.lookup(&block);
    if (!toReturn.test(number) || !toBarrier.test(number)) continue;
    if (!uniformity.hasDivergentBranch(block)) continue;
    // Work-items that part here decide here only if a barrier stands before they meet again.
    const auto* node = postDominators.getNode(&block);
    const auto* meeting = node ? node->getIDom() : nullptr;
    if (branchReachesBarrier(block, meeting ? meeting->getBlock() : nullptr, continuations))
      return true;
  }
  return false;
}

}  // namespace lanewise
