// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/lanes/untested_blocks.h"

#include "compiler/ir/interleaved.h"
#include "compiler/lanes/elementwise.h"
#include "compiler/lanes/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

constexpr unsigned kMostInstructions = 12;
constexpr unsigned kMostDepth = 4;  // of a condition

// Lanes side by side agree, most of the time: `id < n`. Then the branch is right, and loops over
// vectors may end there (group/idle_vectors.h).
bool isOfIds(const llvm::Value& condition, const Widening& widening, unsigned depth = 0) {
  if (widening.isUniform(condition)) return true;
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (!operation || depth == kMostDepth) return false;
  if (llvm::isa<llvm::ICmpInst>(operation))
    return llvm::none_of(operation->operand_values(), [&](const llvm::Value* operand) {
      return widening.shapeOf(*operand).kind == Shape::Varying;
    });
  return operation->getType()->isIntegerTy(1) &&
         llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(operation) &&
         llvm::all_of(operation->operand_values(), [&](const llvm::Value* operand) {
           return isOfIds(*operand, widening, depth + 1);
         });
}

// An access whose mask decides what happens, and that is no gather or scatter.
bool isMaskedAccess(const llvm::Instruction& instruction, const Widening& widening) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (!address || instruction.isVolatile() || instruction.isAtomic() ||
      llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction))->isAggregateType() ||
      interleavedVariable(*address) || widening.assumedStrideOf(*address))
    return false;
  return widening.shapeOf(*address).kind == Shape::Strided || widening.patternOf(*address);
}

bool isHarmless(const llvm::Instruction& instruction, const Widening& widening) {
  if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::GetElementPtrInst>(instruction))
    return true;
  if (llvm::isa<llvm::CallInst>(instruction) || instruction.isIntDivRem()) return false;
  return isElementwise(instruction) || isMaskedAccess(instruction, widening);
}

}  // namespace

bool runsUntested(const llvm::BasicBlock& block, const Widening& widening) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  if (!before || block.sizeWithoutDebug() > kMostInstructions) return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  return branch && branch->isConditional() && !isOfIds(*branch->getCondition(), widening) &&
         llvm::all_of(block, [&](const llvm::Instruction& instruction) {
           return instruction.isTerminator() || isHarmless(instruction, widening);
         });
}

}  // namespace lanewise
