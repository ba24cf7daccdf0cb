// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compare-truth-values: in C, the result of a comparison is an int, 0 or 1. `(a < b) == up` and
// `if ((a < b) & (c < d))` compute with ints, which in vectors are wider than masks or narrower.
#include "compiler/contract/pass.h"

#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lanewise {

/// Ensures: what compares ints that are made of truth values compares the truth values, of up to
/// eight operations. Why here: comparisons of inlined functions are known, and simplifycfg joins
/// conditions.
FUNCTION_PASS(CompareTruthValuesPass);

namespace {

using namespace llvm::PatternMatch;

using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

constexpr unsigned kMostOperations = 8;

bool isOperation(const llvm::Value& number) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&number);
  return operation && operation->isBitwiseLogicOp();
}

// Whether the number is 0 or 1 and made of truth values. `left`: how many operations to look at.
bool isTruth(llvm::Value& number, unsigned& left) {
  llvm::Value* truth = nullptr;
  if (match(&number, m_ZExt(m_Value(truth)))) return truth->getType()->isIntOrIntVectorTy(1);
  if (match(&number, m_Zero()) || match(&number, m_One()) ||
      match(&number, m_Select(m_Value(), m_One(), m_Zero())) ||
      match(&number, m_Select(m_Value(), m_Zero(), m_One())))
    return true;
  if (!isOperation(number) || left == 0) return false;
  --left;
  auto& operation = llvm::cast<llvm::BinaryOperator>(number);
  return isTruth(*operation.getOperand(0), left) && isTruth(*operation.getOperand(1), left);
}

bool isTruth(llvm::Value& number) {
  unsigned left = kMostOperations;
  return isTruth(number, left);
}

// \pre isTruth(number)
llvm::Value* truthOf(Builder& builder, llvm::Value& number) {
  llvm::Value* truth = nullptr;
  if (match(&number, m_ZExt(m_Value(truth)))) return truth;
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&number)) {
    truth = select->getCondition();
    // A condition of all components chooses between vectors.
    if (auto* vector = llvm::dyn_cast<llvm::VectorType>(number.getType());
        vector && !truth->getType()->isVectorTy())
      truth = builder.CreateVectorSplat(vector->getElementCount(), truth);
    return match(select->getTrueValue(), m_One()) ? truth : builder.CreateNot(truth);
  }
  if (isOperation(number)) {
    auto& operation = llvm::cast<llvm::BinaryOperator>(number);
    llvm::Value* first = truthOf(builder, *operation.getOperand(0));
    llvm::Value* second = truthOf(builder, *operation.getOperand(1));
    return builder.CreateBinOp(operation.getOpcode(), first, second);
  }
  return llvm::ConstantInt::getBool(number.getType()->getWithNewBitWidth(1),
                                    match(&number, m_One()));
}

// What the instruction compares or converts, as an operation on truth values; or null.
llvm::Value* asTruth(llvm::Instruction& instruction) {
  Builder builder(instruction.getContext(),
                  llvm::InstSimplifyFolder(instruction.getModule()->getDataLayout()));
  builder.SetInsertPoint(&instruction);
  if (auto* conversion = llvm::dyn_cast<llvm::TruncInst>(&instruction);
      conversion && conversion->getType()->isIntOrIntVectorTy(1))
    return isTruth(*conversion->getOperand(0)) ? truthOf(builder, *conversion->getOperand(0))
                                               : nullptr;
  auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (!comparison || !comparison->isEquality() ||
      !comparison->getOperand(0)->getType()->isIntOrIntVectorTy() ||
      !llvm::all_of(comparison->operands(), [](llvm::Value* side) { return isTruth(*side); }))
    return nullptr;
  llvm::Value* differ = builder.CreateXor(truthOf(builder, *comparison->getOperand(0)),
                                          truthOf(builder, *comparison->getOperand(1)));
  return comparison->getPredicate() == llvm::ICmpInst::ICMP_NE ? differ : builder.CreateNot(differ);
}

}  // namespace

llvm::PreservedAnalyses CompareTruthValuesPass::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::WeakTrackingVH> dead;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::Value* truth = asTruth(instruction); truth && truth != &instruction) {
      instruction.replaceAllUsesWith(truth);
      dead.emplace_back(&instruction);
    }
  if (dead.empty()) return llvm::PreservedAnalyses::all();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
  return preservesControlFlow();
}

}  // namespace lanewise
