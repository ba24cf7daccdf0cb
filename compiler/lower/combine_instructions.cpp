// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// combine-instructions: LLVM's instcombine without three of its mistakes (LLVM 19). A fourth one
// has an attribute of functions against it (compiler/ir/function_attributes.h).
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
#include "compiler/ir/preserved_analyses.h"
#include "compiler/lower/passes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
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

llvm::Value& comparedNumber(llvm::Value& operand, unsigned left = kMostSigns) {
  if (!left || !staysOutside(operand)) return operand;
  return comparedNumber(*llvm::cast<Instruction>(operand).getOperand(0), left - 1);
}

/// The fences of the numbers of a function.
class Fences {
 public:
  /// None for what was an integer: it is neither NaN nor -0, and instcombine compares the integer.
  void add(llvm::Value& number) {
    if (llvm::isa<llvm::Constant, llvm::SIToFPInst, llvm::UIToFPInst>(number)) return;
    llvm::CallInst*& fence = fences_[&number];
    if (fence) return;
    llvm::IRBuilder<> builder(number.getContext());
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(&number)) {
      llvm::BasicBlock& entry = argument->getParent()->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    } else {
      auto behind = llvm::cast<Instruction>(number).getInsertionPointAfterDef();
      if (!behind) return;
      builder.SetInsertPoint(behind->getNodeParent(), *behind);
    }
    fence = llvm::cast<llvm::CallInst>(builder.CreateArithmeticFence(&number, number.getType()));
  }

  /// Puts the fence between the number and the comparison.
  void insert(FCmpInst& comparison) const {
    for (llvm::Use& operand : comparison.operands()) operand.set(behindFence(*operand, comparison));
  }
  bool areEmpty() const { return fences_.empty(); }

 private:
  llvm::Value* behindFence(llvm::Value& operand, FCmpInst& comparison,
                           unsigned left = kMostSigns) const {
    if (!left || !staysOutside(operand)) {
      llvm::CallInst* fence = fences_.lookup(&operand);
      return fence ? fence : &operand;
    }
    auto& operation = llvm::cast<Instruction>(operand);
    llvm::Value* number = behindFence(*operation.getOperand(0), comparison, left - 1);
    if (number == operation.getOperand(0)) return &operand;
    Instruction* copy = operation.clone();
    copy->setOperand(0, number);
    copy->insertBefore(&comparison);
    return copy;
  }

  llvm::DenseMap<llvm::Value*, llvm::CallInst*> fences_;
};

// Choices by equality are not mistaken, nor is there a mistake where neither NaN nor signs of zeros
// matter.
bool mayBeMistaken(const FCmpInst& comparison) {
  return comparison.isRelational() && comparison.getPredicate() != FCmpInst::FCMP_ORD &&
         comparison.getPredicate() != FCmpInst::FCMP_UNO &&
         !(comparison.hasNoNaNs() && comparison.hasNoSignedZeros());
}

// Returns whether there is a fence.
bool fenceNumbers(llvm::Function& function) {
  llvm::SmallVector<FCmpInst*, 16> comparisons;
  Fences fences;
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* comparison = llvm::dyn_cast<FCmpInst>(&instruction);
    if (comparison) comparisons.push_back(comparison);
  }
  for (FCmpInst* comparison : comparisons)
    if (mayBeMistaken(*comparison))
      for (llvm::Use& operand : comparison->operands()) fences.add(comparedNumber(*operand));
  for (FCmpInst* comparison : comparisons) fences.insert(*comparison);
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

CombineInstructionsPass::CombineInstructionsPass() {
  passes_.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
  passes_.addPass(RestoreConstantsPass());
}

llvm::PreservedAnalyses CombineInstructionsPass::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  const bool hasFences = fenceNumbers(function);
  llvm::PreservedAnalyses preserved = passes_.run(function, analyses);
  if (!hasFences) return preserved;
  dropFences(function);
  preserved.intersect(preservesControlFlow());
  return preserved;
}

}  // namespace lanewise
