// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// combine-instructions: LLVM's instcombine without three of its mistakes (LLVM 19). A fourth one
// has an attribute of functions against it (compiler/ir/function_attributes.h).
//
// `m = x > 1 ? 1 : x; r = m < 1 ? m : 1;`: it takes the second choice for a repetition of the first
// one and drops it, although only the first one lets NaN pass (foldSPFofSPF). The same holds for
// the signs of zeros. It looks for a comparison of a number that is also an arm, so comparisons of
// what was chosen before see the number through a fence. instcombine itself makes such choices from
// other forms, such as comparisons in double and operations on bits.
//
// `double r = x < 0 ? 0 : x;` of a float: it chooses the float and converts that, and takes 0 for
// -0, which r must be. Comparisons of converted numbers with 0 get a fence, too.
//
// Constants that it cuts come back (restore-constants).
#include "compiler/ir/preserved_analyses.h"
#include "compiler/lower/passes.h"

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

constexpr unsigned kMostOperations = 6;  // between a choice and its comparison

// Whether the number is a choice, or instcombine may make one of it. `left`: how many operations to
// look behind.
bool mayBeChoice(const llvm::Value& number, unsigned left = kMostOperations) {
  const auto* operation = llvm::dyn_cast<Instruction>(&number);
  if (!operation) return false;
  switch (operation->getOpcode()) {
    case Instruction::Select:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor: return true;
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::PHI: return false;
    case Instruction::Call:
      if (!llvm::isa<llvm::IntrinsicInst>(operation)) return false;
      break;
    default:
      if (operation->mayReadOrWriteMemory()) return false;
  }
  return left && llvm::any_of(operation->operands(), [&](const llvm::Use& operand) {
           return mayBeChoice(*operand, left - 1);
         });
}

// What fenced() puts behind the fence.
llvm::Value& fencedPart(llvm::Value& number) {
  auto* operation = llvm::dyn_cast<Instruction>(&number);
  const bool stays = operation && (operation->getOpcode() == Instruction::FPExt ||
                                   operation->getOpcode() == Instruction::FNeg);
  return stays ? fencedPart(*operation->getOperand(0)) : number;
}

bool isZero(const llvm::Use& operand) {
  return llvm::PatternMatch::match(operand.get(), llvm::PatternMatch::m_AnyZeroFP());
}

// Whether there is the same number of another type.
bool isConverted(llvm::Value& number) {
  return !llvm::isa<llvm::Constant>(number) &&
         llvm::any_of(fencedPart(number).users(),
                      llvm::IsaPred<llvm::FPExtInst, llvm::FPTruncInst>);
}

// Extensions and signs stay with the comparison: instcombine compares the smaller number.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* number) {
  if (number == &fencedPart(*number))
    return builder.CreateArithmeticFence(number, number->getType());
  auto* operation = llvm::cast<Instruction>(number);
  Instruction* copy = operation->clone();
  copy->setOperand(0, fenced(builder, operation->getOperand(0)));
  return builder.Insert(copy, operation->getName());
}

// NaN and equality are not what the mistake needs, and branches choose no number.
bool mayChooseAgain(const FCmpInst& comparison) {
  return comparison.isRelational() && comparison.getPredicate() != FCmpInst::FCMP_ORD &&
         comparison.getPredicate() != FCmpInst::FCMP_UNO &&
         !llvm::all_of(comparison.users(), llvm::IsaPred<llvm::BranchInst>);
}

// Returns whether there is a fence.
bool fenceChoices(llvm::Function& function) {
  bool changed = false;
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* comparison = llvm::dyn_cast<FCmpInst>(&instruction);
    if (!comparison || !mayChooseAgain(*comparison)) continue;
    llvm::IRBuilder<> builder(comparison);
    const bool withZero = llvm::any_of(comparison->operands(), isZero);
    for (llvm::Use& operand : comparison->operands())
      if (mayBeChoice(*operand) || (withZero && isConverted(*operand))) {
        operand.set(fenced(builder, operand));
        changed = true;
      }
  }
  return changed;
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
  const bool hasFences = fenceChoices(function);
  llvm::PreservedAnalyses preserved = passes_.run(function, analyses);
  if (!hasFences) return preserved;
  dropFences(function);
  preserved.intersect(preservesControlFlow());
  return preserved;
}

}  // namespace lanewise
