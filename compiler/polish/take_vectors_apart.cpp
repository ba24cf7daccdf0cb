// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// take-vectors-apart: in scalar code, OpenCL vectors whose components are computed and used one by
// one, such as the columns of a cipher's state, are numbers. To insert a component into a register
// or to take it out of one costs as much as an operation on it.
#include "compiler/contract/pass.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lanewise {

/// Ensures: nothing; a function whose vectors are made of components and used by component has
/// numbers instead. Why here: what remains scalar is known.
FUNCTION_PASS(TakeVectorsApartPass);

namespace {

constexpr double kMove = 1.5;        // of a component, into a register or out of it
constexpr double kShuffle = 1;       // of components
constexpr double kPhi = 0.2;         // becomes a move at most
constexpr double kVariableMove = 2;  // a comparison and a choice for each component

unsigned componentsOf(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// What the function has on vectors and what it would have on numbers, in operations.
struct Costs {
  double vectors = 0, numbers = 0;
};

bool isMove(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst>(instruction);
}

bool hasConstantIndex(const llvm::Instruction& move) {
  return llvm::isa<llvm::ConstantInt>(*std::prev(move.op_end()));
}

// A constant component is in a constant vector; memory has each one.
bool isFree(const llvm::Instruction& move) {
  return llvm::isa<llvm::InsertElementInst>(move) ? llvm::isa<llvm::Constant>(move.getOperand(1))
                                                  : llvm::isa<llvm::LoadInst>(move.getOperand(0));
}

// Into an operation for each component.
bool isSplit(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isSimple();
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return componentsOf(cast->getSrcTy()) == componentsOf(cast->getDestTy());
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return llvm::isTriviallyVectorizable(call->getIntrinsicID());
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst,
                   llvm::PHINode, llvm::FreezeInst, llvm::GetElementPtrInst>(instruction);
}

// All vectors of an instruction that keeps them.
double movesOf(const llvm::Instruction& instruction) {
  double moves = 0;
  const auto add = [&](const llvm::Type* type) {
    if (const unsigned components = componentsOf(type); components > 1) moves += components;
  };
  add(instruction.getType());
  for (const llvm::Value* operand : instruction.operand_values())
    if (!llvm::isa<llvm::Constant>(operand)) add(operand->getType());
  return kMove * moves;
}

Costs costsOf(const llvm::Instruction& instruction) {
  if (isMove(instruction)) {
    if (!hasConstantIndex(instruction))
      return {kMove, kVariableMove * componentsOf(instruction.getOperand(0)->getType())};
    return {isFree(instruction) ? 0 : kMove, 0};
  }
  if (llvm::isa<llvm::ShuffleVectorInst>(instruction)) return {kShuffle, 0};
  if (!isSplit(instruction)) return {0, movesOf(instruction)};
  const bool isStore = llvm::isa<llvm::StoreInst>(instruction);
  const unsigned components =
      componentsOf(isStore ? instruction.getOperand(0)->getType() : instruction.getType());
  if (components == 1) return {};
  const double one = llvm::isa<llvm::PHINode>(instruction) ? kPhi : 1;
  return {one, one * components};
}

bool areNumbersCheaper(const llvm::Function& function, const llvm::LoopInfo& loops) {
  Costs sum;
  for (const llvm::BasicBlock& block : function) {
    const double weight = std::pow(8.0, std::min(loops.getLoopDepth(&block), 3U));
    for (const llvm::Instruction& instruction : block) {
      const Costs costs = costsOf(instruction);
      sum.vectors += weight * costs.vectors;
      sum.numbers += weight * costs.numbers;
    }
  }
  return sum.numbers < sum.vectors;
}

}  // namespace

llvm::PreservedAnalyses TakeVectorsApartPass::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& analyses) {
  // Functions of regions (group/region_functions.cpp) may have vectors of work-items.
  if (function.hasLocalLinkage() ||
      !areNumbersCheaper(function, analyses.getResult<llvm::LoopAnalysis>(function)))
    return llvm::PreservedAnalyses::all();
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  return llvm::ScalarizerPass(options).run(function, analyses);
}

}  // namespace lanewise
