// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// combine-instructions: LLVM's instcombine without three of its mistakes (LLVM 19). A fourth one
// has an attribute of functions against it (compiler/contract/function_attributes.h).
//
// `m = x > 1 ? 1 : x; r = m < 1 ? m : 1;`: it takes the second choice for a repetition of the first
// one and drops it, although only the first one lets NaN pass (foldSPFofSPF). The same holds for
// the signs of zeros. `double r = x < 0 ? 0 : x;` of a float: it chooses the float and converts
// that, and takes 0 for -0, which r must be.
//
// All of them need a comparison of the number that is chosen. Therefore comparisons see their
// number through a fence while instcombine runs: one for each number, so that it joins comparisons
// of the same one. Which numbers are choices cannot be told in advance. instcombine makes choices
// of loads, of operations on bits and of branches, and finds them behind phis and in memory.
//
// Constants that it cuts come back (restore-constants).
#include "compiler/repairs/combine_instructions.h"

#include "compiler/analysis/float_comparisons.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/repairs/repairs.h"
#include "compiler/repairs/restore_constants.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>

namespace lanewise {

namespace {

using llvm::FCmpInst;
using llvm::Instruction;

constexpr unsigned kMostSigns = 4;  // and extensions, of one number

// Signs and extensions stay with the comparison: instcombine compares the smaller number.
bool staysOutside(const llvm::Value& number) {
  const auto* operation = llvm::dyn_cast<Instruction>(&number);
  if (!operation) return false;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(operation);
  return operation->getOpcode() == Instruction::FPExt ||
         operation->getOpcode() == Instruction::FNeg ||
         (call && call->getIntrinsicID() == llvm::Intrinsic::fabs);
}

// Whether a number that was an integer is compared with a constant. It needs no fence: it is not
// NaN, and instcombine compares the integer with 0, where the sign of a zero would matter.
bool comparesInteger(const FCmpInst& comparison) {
  const llvm::Value* number = comparison.getOperand(0);
  const llvm::Value* bound = comparison.getOperand(1);
  if (llvm::isa<llvm::Constant>(number)) std::swap(number, bound);
  for (unsigned left = kMostSigns; left && staysOutside(*number); --left)
    number = llvm::cast<Instruction>(number)->getOperand(0);
  const llvm::APFloat* constant;
  return llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(number) &&
         match(bound, llvm::PatternMatch::m_APFloat(constant));
}

// Choices by equality are not mistaken, nor is there a mistake where neither NaN nor signs of zeros
// matter.
bool mayBeMistaken(const FCmpInst& comparison) {
  return ordersNumbers(comparison) && !(comparison.hasNoNaNs() && comparison.hasNoSignedZeros());
}

// What becomes of numbers without a fence.
enum class Missing { Fence, Leave };

/// The fences of the numbers of a function.
class Fences {
 public:
  /// Puts fences between the comparison and its numbers.
  void see(FCmpInst& comparison, Missing missing) {
    for (llvm::Use& operand : comparison.operands())
      operand.set(seen(*operand, missing, kMostSigns));
  }
  bool areEmpty() const { return seen_.empty(); }

 private:
  llvm::Value* seen(llvm::Value& number, Missing missing, unsigned signsLeft) {
    if (llvm::Value* known = seen_.lookup(&number)) return known;
    llvm::Value* result = signsLeft && staysOutside(number)
                              ? copy(llvm::cast<Instruction>(number), missing, signsLeft - 1)
                          : missing == Missing::Fence ? fence(number)
                                                      : nullptr;
    if (result) seen_[&number] = result;
    return result ? result : &number;
  }

  // None if the number behind the sign or extension has no fence.
  llvm::Value* copy(Instruction& operation, Missing missing, unsigned signsLeft) {
    llvm::Value* number = seen(*operation.getOperand(0), missing, signsLeft);
    if (number == operation.getOperand(0)) return nullptr;
    Instruction* copy = operation.clone();
    copy->setOperand(0, number);
    copy->insertAfter(&operation);
    return copy;
  }

  static llvm::Value* fence(llvm::Value& number) {
    if (llvm::isa<llvm::Constant>(number)) return nullptr;
    llvm::IRBuilder<> builder(number.getContext());
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(&number)) {
      llvm::BasicBlock& entry = argument->getParent()->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    } else {
      auto behind = llvm::cast<Instruction>(number).getInsertionPointAfterDef();
      if (!behind) return nullptr;
      builder.SetInsertPoint(behind->getNodeParent(), *behind);
    }
    return builder.CreateArithmeticFence(&number, number.getType());
  }

  llvm::DenseMap<llvm::Value*, llvm::Value*> seen_;  // by numbers: fences and copies
};

// Returns whether there is a fence.
bool fenceNumbers(llvm::Function& function) {
  llvm::SmallVector<FCmpInst*, 16> mistaken;
  llvm::SmallVector<FCmpInst*, 16> others;
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* comparison = llvm::dyn_cast<FCmpInst>(&instruction);
    if (comparison && !comparesInteger(*comparison))
      (mayBeMistaken(*comparison) ? mistaken : others).push_back(comparison);
  }
  Fences fences;
  for (FCmpInst* comparison : mistaken) fences.see(*comparison, Missing::Fence);
  for (FCmpInst* comparison : others) fences.see(*comparison, Missing::Leave);
  return !fences.areEmpty();
}

void dropFences(llvm::Function& function) {
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::arithmetic_fence) continue;
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses CombineInstructionsPass::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  const bool hasFences = isRepaired(Repair::NestedChoices) && fenceNumbers(function);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
  passes.addPass(RestoreConstantsPass());
  llvm::PreservedAnalyses preserved = passes.run(function, analyses);
  if (!hasFences) return preserved;
  dropFences(function);
  preserved.intersect(preservesControlFlow());
  return preserved;
}

}  // namespace lanewise
