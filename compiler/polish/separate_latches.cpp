// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// separate-latches: where the last block of a loop is that of an inner loop, too, LLVM takes the
// properties of the inner loop, which are found there, for those of both: it unrolled a loop around
// one over vectors whose unrolling is requested (group/unrolling.cpp).
#include "compiler/contract/pass.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

/// Ensures: loops whose last block is that of an inner loop have one of their own. Why here: loops
/// over vectors are to be unrolled, and simplifycfg joins such blocks.
FUNCTION_PASS(SeparateLatchesPass);

namespace {

bool sharesLatch(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  return latch && loops.getLoopFor(latch) != &loop;
}

void addLatch(const llvm::Loop& loop) {
  llvm::BasicBlock *header = loop.getHeader(), *shared = loop.getLoopLatch();
  auto* own = llvm::BasicBlock::Create(header->getContext(), header->getName() + ".again",
                                       header->getParent(), header);
  llvm::BranchInst::Create(header, own);
  shared->getTerminator()->replaceSuccessorWith(header, own);
  header->replacePhiUsesWith(shared, own);
}

}  // namespace

llvm::PreservedAnalyses SeparateLatchesPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  // The outer loops first: the shared block stays the last one of the innermost.
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (sharesLatch(*loop, loops)) {
      addLatch(*loop);
      changed = true;
    }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
