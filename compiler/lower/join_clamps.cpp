// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// join-clamps: `m = x > 1 ? 1 : x; r = m < 1 ? m : 1;` is `r = x < 1 ? x : 1`. LLVM 19's
// instcombine takes the second choice for a repetition of the first one and removes it, although
// only the first one lets NaN pass (foldSPFofSPF). The same holds for the signs of zeros.
#include "compiler/ir/preserved_analyses.h"
#include "compiler/lower/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace lanewise {
namespace {

using llvm::FCmpInst;

// `number`, where its relation to the bound is one of `relations`, otherwise the bound.
struct Clamp {
  llvm::Value* number;
  FCmpInst* comparison;
  unsigned relations;  // bits of a predicate
};

// Comparisons do not see the signs of zeros.
bool compareAlike(llvm::Value* a, llvm::Value* b) {
  using namespace llvm::PatternMatch;
  return a == b || (match(a, m_AnyZeroFP()) && match(b, m_AnyZeroFP()));
}

// The choice between a number and this bound, if the select is one.
std::optional<Clamp> clampOf(llvm::SelectInst& select, llvm::Value* bound) {
  auto* comparison = llvm::dyn_cast<FCmpInst>(select.getCondition());
  if (!comparison) return std::nullopt;
  llvm::Value *yes = select.getTrueValue(), *no = select.getFalseValue();
  if (yes != bound && no != bound) return std::nullopt;
  llvm::Value* number = no == bound ? yes : no;
  FCmpInst::Predicate relation = comparison->getPredicate();
  if (number != yes) relation = FCmpInst::getInversePredicate(relation);
  llvm::Value *a = comparison->getOperand(0), *b = comparison->getOperand(1);
  if (compareAlike(a, bound) && b == number) {
    std::swap(a, b);
    relation = FCmpInst::getSwappedPredicate(relation);
  }
  if (a != number || !compareAlike(b, bound)) return std::nullopt;
  return Clamp{number, comparison, relation};
}

// Whether an arm was chosen under the same condition before; it is what that chose, then.
// instcombine sees this, and then the two clamps.
bool dropRepetitions(llvm::SelectInst& select) {
  bool changed = false;
  for (unsigned arm : {1, 2}) {
    auto* before = llvm::dyn_cast<llvm::SelectInst>(select.getOperand(arm));
    if (!before || before == &select || before->getCondition() != select.getCondition()) continue;
    select.setOperand(arm, before->getOperand(arm));
    changed = true;
  }
  return changed;
}

// The choice without the one before it, or null. If that one has chosen the bound, both arms are
// the bound. Otherwise the number compares as before.
llvm::Value* joined(llvm::SelectInst& select) {
  for (llvm::Value* bound : {select.getFalseValue(), select.getTrueValue()}) {
    const std::optional<Clamp> outer = clampOf(select, bound);
    auto* before = outer ? llvm::dyn_cast<llvm::SelectInst>(outer->number) : nullptr;
    const std::optional<Clamp> inner = before ? clampOf(*before, bound) : std::nullopt;
    if (!inner) continue;
    llvm::IRBuilder<> builder(&select);
    builder.setFastMathFlags(outer->comparison->getFastMathFlags() &
                             inner->comparison->getFastMathFlags());
    llvm::Value* test = builder.CreateFCmp(
        static_cast<FCmpInst::Predicate>(outer->relations & inner->relations), inner->number,
        outer->comparison->getOperand(outer->comparison->getOperand(0) == before ? 1 : 0));
    builder.setFastMathFlags(select.getFastMathFlags() & before->getFastMathFlags());
    return builder.CreateSelect(test, inner->number, bound);
  }
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses JoinClampsPass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (!select || !select->getType()->isFPOrFPVectorTy()) continue;
    changed |= dropRepetitions(*select);
    llvm::Value* result = joined(*select);
    if (!result) continue;
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(result)) made->takeName(select);
    select->replaceAllUsesWith(result);
    select->eraseFromParent();
    changed = true;
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
