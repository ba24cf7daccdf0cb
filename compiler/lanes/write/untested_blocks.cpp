// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Called by linearize.cpp for blocks that begin a mask. Uniform loads, stores and calls need an
// active lane, and divisions an operand of one.
#include "compiler/lanes/write/untested_blocks.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/known/assumed_strides.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/mask_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

constexpr unsigned kMostInstructions = 12;

// An extension wraps in no vector but those of huge arrays, which then scatter.
bool isStridedUnlessWrapping(const AssumedStride& assumed) {
  return assumed.stride != 0 &&
         llvm::none_of(assumed.assumptions, [](const llvm::Instruction* assumption) {
           return AssumedStrides::isPart(*assumption);
         });
}

// An access whose mask decides what happens, and that is no gather or scatter.
bool isMaskedAccess(const llvm::Instruction& instruction, const Widening& widening) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (!address || instruction.isVolatile() || instruction.isAtomic() ||
      isSlowWithMask(instruction, widening.target()))
    return false;
  llvm::Type* type = llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction));
  // Accesses of a type that is no number of bytes run lane by lane, beginning with an active one.
  if (type->isAggregateType() ||
      !widening.layout().typeSizeEqualsStoreSize(type->getScalarType()) ||
      interleavedVariable(*address))
    return false;
  if (const AssumedStride* assumed = widening.assumedStrideOf(*address))
    return isStridedUnlessWrapping(*assumed);
  return widening.shapeOf(*address).kind == Step::Strided || widening.patternOf(*address);
}

bool isHarmless(const llvm::Instruction& instruction, const Widening& widening) {
  if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::GetElementPtrInst>(instruction))
    return true;
  if (llvm::isa<llvm::CallInst>(instruction) || instruction.isIntDivRem()) return false;
  return isElementwise(instruction) || isMaskedAccess(instruction, widening);
}

// `x == 5`: no lane, most of the time.
bool isSelective(const llvm::Value& condition) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  return comparison && comparison->isEquality() &&
         !comparison->getOperand(0)->getType()->isIntegerTy(1) &&
         llvm::isa<llvm::Constant>(comparison->getOperand(1));
}

}  // namespace

bool runsUntested(const llvm::BasicBlock& block, const Widening& widening) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  if (!before || block.sizeWithoutDebug() > kMostInstructions) return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (!branch || !branch->isConditional()) return false;
  // Most lanes run one of two sides, as in the tree behind a loop with many exits.
  if (llvm::none_of(branch->successors(), [&](const llvm::BasicBlock* other) {
        return other == block.getSingleSuccessor();
      }))
    return false;
  const llvm::Value& condition = *branch->getCondition();
  // Loops over vectors may end where no id is below a bound (group/idle_vectors.h).
  return !isOfIds(condition, widening.shapes()) && !isSelective(condition) &&
         llvm::all_of(block, [&](const llvm::Instruction& instruction) {
           return instruction.isTerminator() || isHarmless(instruction, widening);
         });
}

}  // namespace lanewise
