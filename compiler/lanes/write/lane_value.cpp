// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a value to what is a scalar: uniform values and those of lane 0.
#include "compiler/lanes/write/lane_value.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

bool isScalar(Widening& widening, const llvm::Value& value) {
  return llvm::isa<llvm::Constant>(value) || widening.isUniform(value);
}

bool isAddressOrExtension(const llvm::Instruction& instruction) {
  if (instruction.getType()->isVectorTy()) return false;
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return !interleavedVariable(instruction);
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction);
}

bool isIntegerArithmetic(const llvm::Instruction& instruction) {
  return instruction.getType()->isIntegerTy() &&
         (llvm::isa<llvm::TruncInst>(instruction) ||
          (instruction.isBinaryOp() && !instruction.isIntDivRem()));
}

bool isComputed(Widening& widening, const llvm::Instruction& instruction,
                LaneArithmetic arithmetic) {
  if (arithmetic == LaneArithmetic::Integers)
    return isAddressOrExtension(instruction) || isIntegerArithmetic(instruction);
  return isAddressOrExtension(instruction) &&
         llvm::count_if(instruction.operand_values(), [&](const llvm::Value* operand) {
           return !isScalar(widening, *operand);
         }) == 1;
}

llvm::Value* stepped(Builder& builder, llvm::Value* first, int64_t stride, llvm::Value* lane) {
  const bool isPointer = first->getType()->isPointerTy();
  llvm::Type* type = isPointer ? builder.getInt64Ty() : first->getType();
  llvm::Value* steps =
      builder.CreateMul(builder.CreateZExtOrTrunc(lane, type),
                        llvm::ConstantInt::get(type, static_cast<uint64_t>(stride), true));
  return isPointer ? builder.CreateGEP(builder.getInt8Ty(), first, steps)
                   : builder.CreateAdd(first, steps);
}

llvm::Value* extracted(Widening& widening, llvm::Value* value, llvm::Value* lane) {
  llvm::SmallVector<llvm::Value*, 4> leaves = widening.leaves(value);
  for (llvm::Value*& leaf : leaves) leaf = widening.builder().CreateExtractElement(leaf, lane);
  return joinLeaves(widening.builder(), value->getType(), leaves);
}

llvm::Value* laneOf(Widening& widening, llvm::Value* value, llvm::Value* lane,
                    LaneArithmetic arithmetic, unsigned steps) {
  Builder& builder = widening.builder();
  if (isScalar(widening, *value)) return widening.scalar(value);
  if (const Step shape = widening.shapeOf(*value); shape.kind == Step::Strided)
    return stepped(builder, widening.scalar(value), shape.stride, lane);
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || steps == 0 || !isComputed(widening, *instruction, arithmetic))
    return extracted(widening, value, lane);
  llvm::Instruction* copy = instruction->clone();
  for (llvm::Use& operand : copy->operands())
    operand.set(laneOf(widening, operand.get(), lane, arithmetic, steps - 1));
  builder.Insert(copy, instruction->getName());
  copy->setDebugLoc(instruction->getDebugLoc());
  return copy;
}

}  // namespace

llvm::Value* laneOf(Widening& widening, llvm::Value* value, llvm::Value* lane,
                    LaneArithmetic arithmetic) {
  return laneOf(widening, value, lane, arithmetic, kMostLaneSteps);
}

}  // namespace lanewise
