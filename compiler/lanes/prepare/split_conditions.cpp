// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// split-conditions: `if (y < height && x < width)` becomes two branches, first the one that all
// lanes of a vector take together. Without it the mask of the code inside depends on y. Rows of
// vectors that run together then have masks of their own, and can share no load under a mask.
//
// The parts of `y > 0 && x > 0 && y < height && x < width` that are uniform come first, and the
// others keep their order. Branches that begin, continue or leave a loop stay, so that loops keep
// their form.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/known/lane_facts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <utility>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: conditions
/// of which some parts are the same for all lanes are two branches. Loops keep their form. Why
/// here: conditions have their final form.
FUNCTION_PASS(SplitConditionsPass);

namespace {

using namespace llvm::PatternMatch;

// Deeper conditions are parts as they are.
constexpr unsigned kMostDepth = 32;

// A condition of parts joined by `and`, or by `or`.
class Parts {
 public:
  Parts(llvm::Value& condition, const Uniformity& uniformity)
      : uniformity_(uniformity), isOr_(!match(&condition, m_LogicalAnd(m_Value(), m_Value()))) {
    collect(condition, 0);
  }

  bool isOr() const { return isOr_; }
  // Some parts, but not all, are the same for all lanes.
  bool areOfBothKinds() const { return !uniform_.empty() && hasOthers_; }

  llvm::Value* uniform(llvm::IRBuilder<>& builder) const {
    llvm::Value* result = nullptr;
    for (const auto& [part, isBehindOthers] : uniform_) {
      llvm::Value* value = part;
      if (isBehindOthers && !llvm::isGuaranteedNotToBeUndefOrPoison(value))
        value = builder.CreateFreeze(value);
      result = result ? join(builder, result, value, /*isChoice=*/true) : value;
    }
    return result;
  }

  // The condition without its uniform parts; nullptr: it has no others.
  llvm::Value* others(llvm::IRBuilder<>& builder, llvm::Value& condition, unsigned depth = 0) {
    if (const auto known = others_.find(&condition); known != others_.end()) return known->second;
    llvm::Value* result = findOthers(builder, condition, depth);
    return others_[&condition] = result;
  }

 private:
  struct Part {
    llvm::Value* value;
    bool isBehindOthers;  // in the source: it may be undefined where they decide
  };

  llvm::Value* findOthers(llvm::IRBuilder<>& builder, llvm::Value& condition, unsigned depth) {
    if (uniformity_.isUniformEverywhere(condition)) return nullptr;
    llvm::Value *first = nullptr, *second = nullptr;
    if (!isJoined(condition, first, second, depth)) return &condition;
    llvm::Value* ofFirst = others(builder, *first, depth + 1);
    llvm::Value* ofSecond = others(builder, *second, depth + 1);
    if (!ofFirst || !ofSecond) return ofFirst ? ofFirst : ofSecond;
    if (ofFirst == first && ofSecond == second) return &condition;
    return join(builder, ofFirst, ofSecond, llvm::isa<llvm::SelectInst>(condition));
  }

  // Conditions may share parts, each of which counts once.
  void collect(llvm::Value& condition, unsigned depth) {
    if (!seen_.insert(&condition).second) return;
    llvm::Value *first = nullptr, *second = nullptr;
    if (uniformity_.isUniformEverywhere(condition)) {
      uniform_.push_back({&condition, hasOthers_});
    } else if (isJoined(condition, first, second, depth)) {
      collect(*first, depth + 1);
      collect(*second, depth + 1);
    } else {
      hasOthers_ = true;
    }
  }

  bool isJoined(llvm::Value& condition, llvm::Value*& first, llvm::Value*& second,
                unsigned depth) const {
    return depth < kMostDepth &&
           (isOr_ ? match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))
                  : match(&condition, m_LogicalAnd(m_Value(first), m_Value(second))));
  }

  // isChoice: the second one does not matter where the first one decides.
  llvm::Value* join(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second,
                    bool isChoice) const {
    if (isChoice)
      return isOr_ ? builder.CreateLogicalOr(first, second)
                   : builder.CreateLogicalAnd(first, second);
    return isOr_ ? builder.CreateOr(first, second) : builder.CreateAnd(first, second);
  }

  const Uniformity& uniformity_;
  bool isOr_;
  bool hasOthers_ = false;
  std::vector<Part> uniform_;
  llvm::SmallPtrSet<llvm::Value*, 8> seen_;
  llvm::SmallDenseMap<llvm::Value*, llvm::Value*, 8> others_;
};

bool staysInLoop(const llvm::BranchInst& branch, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(branch.getParent());
  return llvm::all_of(branch.successors(), [&](const llvm::BasicBlock* next) {
    return !loops.isLoopHeader(next) && (!loop || loop->contains(next));
  });
}

bool isJoined(const llvm::Value& condition) {
  return match(&condition, m_LogicalAnd(m_Value(), m_Value())) ||
         match(&condition, m_LogicalOr(m_Value(), m_Value()));
}

void split(llvm::BranchInst& whole, Parts& parts) {
  llvm::BasicBlock& block = *whole.getParent();
  llvm::BasicBlock* inside = whole.getSuccessor(parts.isOr() ? 1 : 0);
  llvm::BasicBlock* outside = whole.getSuccessor(parts.isOr() ? 0 : 1);
  auto* rest = llvm::BasicBlock::Create(block.getContext(), block.getName() + ".rest",
                                        block.getParent(), block.getNextNode());
  inside->replacePhiUsesWith(&block, rest);
  for (llvm::PHINode& phi : outside->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&block), rest);
  llvm::IRBuilder<> builder(&whole);
  const auto branch = [&](llvm::Value* condition, llvm::BasicBlock* next) {
    parts.isOr() ? builder.CreateCondBr(condition, outside, next)
                 : builder.CreateCondBr(condition, next, outside);
  };
  branch(parts.uniform(builder), rest);
  builder.SetInsertPoint(rest);
  builder.SetCurrentDebugLocation(whole.getDebugLoc());
  branch(parts.others(builder, *whole.getCondition()), inside);
  llvm::Value* condition = whole.getCondition();
  whole.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
}

// Returns whether one was split.
bool splitConditions(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  for (bool changed = false;; changed = true) {
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
    std::vector<llvm::BranchInst*> branches;
    for (llvm::BasicBlock& block : kernel) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
          isJoined(*branch->getCondition()) && staysInLoop(*branch, loops))
        branches.push_back(branch);
    }
    if (branches.empty()) return changed;
    const Uniformity& uniformity = analyses.getResult<LaneFactsAnalysis>(kernel).paths().uniformity;
    std::vector<std::pair<llvm::BranchInst*, Parts>> splits;
    for (llvm::BranchInst* branch : branches)
      if (const Parts parts(*branch->getCondition(), uniformity); parts.areOfBothKinds())
        splits.emplace_back(branch, parts);
    if (splits.empty()) return changed;
    for (auto& [branch, parts] : splits) split(*branch, parts);
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
