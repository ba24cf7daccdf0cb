// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// take-vectors-apart: in scalar code, OpenCL vectors whose components are computed and used one by
// one, such as the columns of a cipher's state, are numbers. To insert a component into a register
// or to take it out of one costs as much as an operation on it.
#include "compiler/codegen/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

constexpr double kMove = 1.5;   // of a component, into a register or out of it
constexpr double kShuffle = 1;  // of components
constexpr double kPhi = 0.2;    // becomes a move at most

unsigned componentsOf(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// What the function has on vectors and what it would have on numbers, in operations.
struct Costs {
  double vectors = 0, numbers = 0;
};

// A constant vector is in memory.
bool isMove(const llvm::Instruction& instruction) {
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    return !llvm::isa<llvm::Constant>(insert->getOperand(1));
  const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
  return extract && !llvm::isa<llvm::LoadInst>(extract->getVectorOperand());
}

Costs costsOf(const llvm::Instruction& instruction) {
  if (isMove(instruction)) return {kMove, 0};
  if (llvm::isa<llvm::ShuffleVectorInst>(instruction)) return {kShuffle, 0};
  if (llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst>(instruction)) return {};
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
  if (!areNumbersCheaper(function, analyses.getResult<llvm::LoopAnalysis>(function)))
    return llvm::PreservedAnalyses::all();
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  return llvm::ScalarizerPass(options).run(function, analyses);
}

}  // namespace lanewise
