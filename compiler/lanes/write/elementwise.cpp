// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one instruction on vectors of lanes, once for each leaf of its result, or once for each
// vector in the order of memory. Divisions get the divisor 1 in inactive lanes.
// The plan chooses what is written here.
#include "compiler/lanes/write/elementwise.h"

#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

using Values = llvm::SmallVector<llvm::Value*, 4>;
using Builder = llvm::IRBuilder<>;

unsigned componentsOf(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// The type of the operand is a part of the intrinsic's name.
bool isOverloaded(llvm::Intrinsic::ID intrinsic, unsigned operand) {
  if (intrinsic == llvm::Intrinsic::ldexp) return operand == 1;
  return llvm::isVectorIntrinsicWithOverloadTypeAtArg(intrinsic, static_cast<int>(operand));
}

// One operation, as often as its result has vectors.
class Elementwise {
 public:
  Elementwise(Widening& widening, llvm::Instruction& instruction)
      : widening_(widening),
        builder_(widening.builder()),
        instruction_(instruction),
        count_(countOf(instruction)),
        asInMemory_(widening.isAsInMemory(instruction)) {
    for (unsigned i = 0; i < operandCount(); ++i) operands_.push_back(vectorsOf(i));
  }

  void write() {
    Values results;
    for (unsigned i = 0; i < count_; ++i) results.push_back(result(i));
    if (llvm::isa<llvm::CallInst>(instruction_) && instruction_.getType()->isStructTy())
      results = {builder_.CreateExtractValue(results[0], 0),
                 builder_.CreateExtractValue(results[0], 1)};
    if (asInMemory_)
      widening_.setAsInMemory(instruction_, results);
    else
      widening_.setLeaves(instruction_, results);
  }

 private:
  unsigned countOf(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::CallInst>(instruction)) return componentsOf(instruction.getType());
    return static_cast<unsigned>(leavesOf(instruction.getType(), widening_.layout()).size());
  }

  unsigned operandCount() const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction_);
    return call ? call->arg_size() : instruction_.getNumOperands();
  }

  // A vector for each of the result, or the scalar that all lanes must share.
  Values vectorsOf(unsigned operand) {
    llvm::Value* value = instruction_.getOperand(operand);
    if (isSharedOperand(instruction_, operand)) return Values(count_, widening_.scalar(value));
    if (value->getType()->isVectorTy() || value->getType()->isAggregateType())
      return asInMemory_ ? widening_.asInMemory(value) : widening_.leaves(value);
    return repeated(widening_.leaf(value));
  }

  // What lanes have, for each of their components.
  Values repeated(llvm::Value* lanes) {
    Values result;
    for (unsigned i = 0; i < count_; ++i)
      result.push_back(asInMemory_ ? repeatLanes(builder_, lanes, i, count_) : lanes);
    return result;
  }

  llvm::Value* result(unsigned index) {
    Values operands;
    for (const Values& vectors : operands_) operands.push_back(vectors[index]);
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction_))
      return intrinsic(*call, operands);
    if (instruction_.isIntDivRem()) operands[1] = safeDivisor(operands[1], index);
    llvm::Value* result = operation(operands);
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(result))
      if (made->getOpcode() == instruction_.getOpcode()) made->copyIRFlags(&instruction_);
    return result;
  }

  // A division in an inactive lane must not trap. Nor may its divisor become a constant 0, or
  // poison, behind the selection: LLVM 19 takes a vector of constants with such an element for one
  // that is never used.
  llvm::Value* safeDivisor(llvm::Value* divisor, unsigned index) {
    if (llvm::isa<llvm::Constant>(divisor)) return divisor;
    if (masks_.empty()) masks_ = repeated(widening_.mask);
    llvm::Constant* one = llvm::ConstantInt::get(divisor->getType(), 1);
    llvm::Value* positive =
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, builder_.CreateFreeze(divisor), one);
    return builder_.CreateSelect(masks_[index], positive, one);
  }

  llvm::Value* intrinsic(llvm::IntrinsicInst& call, llvm::ArrayRef<llvm::Value*> operands) {
    const llvm::Intrinsic::ID intrinsic = call.getIntrinsicID();
    llvm::Type* element = call.getType()->getScalarType();
    if (auto* pair = llvm::dyn_cast<llvm::StructType>(element)) element = pair->getElementType(0);
    llvm::SmallVector<llvm::Type*, 4> overloads;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(intrinsic, -1))
      overloads.push_back(widening_.vectorOf(element));
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (isOverloaded(intrinsic, i)) overloads.push_back(operands[i]->getType());
    llvm::CallInst* made = builder_.CreateIntrinsic(intrinsic, overloads, operands);
    if (llvm::isa<llvm::FPMathOperator>(made)) made->copyFastMathFlags(&call);
    return made;
  }

  llvm::Value* operation(llvm::ArrayRef<llvm::Value*> operands) {
    if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction_))
      return builder_.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
    if (auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction_))
      return builder_.CreateUnOp(unary->getOpcode(), operands[0]);
    if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction_))
      return builder_.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction_))
      return builder_.CreateCast(cast->getOpcode(), operands[0],
                                 widening_.vectorOf(instruction_.getType()->getScalarType()));
    if (llvm::isa<llvm::SelectInst>(instruction_))
      return builder_.CreateSelect(operands[0], operands[1], operands[2]);
    return builder_.CreateFreeze(operands[0]);
  }

  Widening& widening_;
  Builder& builder_;
  llvm::Instruction& instruction_;
  const unsigned count_;
  const bool asInMemory_;
  llvm::SmallVector<Values, 3> operands_;
  Values masks_;
};

}  // namespace

void widenElementwise(Widening& widening, llvm::Instruction& instruction) {
  if (instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1)) &&
      !isDividedInFloats(instruction))
    explainDivision(instruction);
  Elementwise(widening, instruction).write();
}

void widenBitCast(Widening& widening, llvm::Instruction& instruction) {
  Builder& builder = widening.builder();
  llvm::Value* operand = instruction.getOperand(0);
  const unsigned before = componentsOf(operand->getType());
  const unsigned after = componentsOf(instruction.getType());
  auto* type = widening.vectorOf(instruction.getType()->getScalarType());
  if (before == after && !widening.isAsInMemory(instruction)) {
    Values values = widening.leaves(operand);
    for (llvm::Value*& value : values) value = builder.CreateBitCast(value, type);
    return widening.setLeaves(instruction, values);
  }
  llvm::Value* all = builder.CreateBitCast(
      concatenate(builder, widening.asInMemory(operand)),
      llvm::FixedVectorType::get(type->getElementType(), after * widening.lanes()));
  widening.setAsInMemory(instruction, cutVector(builder, all, after));
}

}  // namespace lanewise
