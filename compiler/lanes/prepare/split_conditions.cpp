// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// split-conditions: `if (y < height && x < width)` becomes two branches, first the one that all
// lanes of a vector take together. Without it the mask of the code inside depends on y. Rows of
// vectors that run together then have masks of their own, and can share no load under a mask.
//
// Splits conditions of two parts, of which one is uniform. Branches that begin, continue or leave a
// loop stay, so that loops keep their form.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/known/lane_facts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: conditions of
/// two parts, of which one is the same for all lanes, are two branches. Loops keep their form. Why
/// here: conditions have their final form.
FUNCTION_PASS(SplitConditionsPass);

namespace {

using namespace llvm::PatternMatch;

// The branch goes to `decided` where `uniform` is as `isOr`, and else where `rest` decides.
struct Split {
  llvm::BranchInst* branch;
  llvm::Value *uniform, *rest;
  bool isOr;
  bool isRestFirst;  // in the source: the uniform part may be undefined where it does not matter
};

bool staysInLoop(const llvm::BranchInst& branch, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(branch.getParent());
  return llvm::all_of(branch.successors(), [&](const llvm::BasicBlock* next) {
    return !loops.isLoopHeader(next) && (!loop || loop->contains(next));
  });
}

std::optional<Split> splitOf(llvm::BranchInst& branch, const Uniformity& uniformity) {
  llvm::Value *first = nullptr, *second = nullptr;
  const bool isAnd = match(branch.getCondition(), m_LogicalAnd(m_Value(first), m_Value(second)));
  if (!isAnd && !match(branch.getCondition(), m_LogicalOr(m_Value(first), m_Value(second))))
    return std::nullopt;
  const bool isFirst = uniformity.isUniformEverywhere(*first);
  if (isFirst == uniformity.isUniformEverywhere(*second)) return std::nullopt;
  return Split{&branch, isFirst ? first : second, isFirst ? second : first, !isAnd, !isFirst};
}

void write(const Split& split) {
  llvm::BasicBlock& block = *split.branch->getParent();
  llvm::BasicBlock* inside = split.branch->getSuccessor(split.isOr ? 1 : 0);
  llvm::BasicBlock* outside = split.branch->getSuccessor(split.isOr ? 0 : 1);
  auto* rest = llvm::BasicBlock::Create(block.getContext(), block.getName() + ".rest",
                                        block.getParent(), block.getNextNode());
  inside->replacePhiUsesWith(&block, rest);
  for (llvm::PHINode& phi : outside->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&block), rest);
  llvm::IRBuilder<> builder(split.branch);
  llvm::Value* uniform = split.uniform;
  if (split.isRestFirst && !llvm::isGuaranteedNotToBeUndefOrPoison(uniform))
    uniform = builder.CreateFreeze(uniform);
  const auto branch = [&](llvm::Value* condition, llvm::BasicBlock* next) {
    split.isOr ? builder.CreateCondBr(condition, outside, next)
               : builder.CreateCondBr(condition, next, outside);
  };
  branch(uniform, rest);
  builder.SetInsertPoint(rest);
  builder.SetCurrentDebugLocation(split.branch->getDebugLoc());
  branch(split.rest, inside);
  llvm::Value* whole = split.branch->getCondition();
  split.branch->eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(whole);
}

// Returns whether one was split.
bool splitConditions(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  for (bool changed = false;; changed = true) {
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
    std::vector<llvm::BranchInst*> branches;
    for (llvm::BasicBlock& block : kernel) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
          (match(branch->getCondition(), m_LogicalAnd(m_Value(), m_Value())) ||
           match(branch->getCondition(), m_LogicalOr(m_Value(), m_Value()))) &&
          staysInLoop(*branch, loops))
        branches.push_back(branch);
    }
    if (branches.empty()) return changed;
    const Uniformity& uniformity = analyses.getResult<LaneFactsAnalysis>(kernel).paths().uniformity;
    std::vector<Split> splits;
    for (llvm::BranchInst* branch : branches)
      if (const auto split = splitOf(*branch, uniformity)) splits.push_back(*split);
    if (splits.empty()) return changed;
    for (const Split& split : splits) write(split);
    analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  }
}

}  // namespace

llvm::PreservedAnalyses SplitConditionsPass::run(llvm::Function& kernel,
                                                 llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  return splitConditions(kernel, analyses) ? llvm::PreservedAnalyses::none()
                                           : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
