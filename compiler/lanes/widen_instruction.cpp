// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions without memory: leaf by leaf.
#include "compiler/lanes/widen_instruction.h"

#include "compiler/ir/interleaved.h"
#include "compiler/lanes/leaves.h"
#include "compiler/lanes/private_memory.h"
#include "compiler/lanes/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <numeric>

namespace lanewise {
namespace {

using Values = llvm::SmallVector<llvm::Value*, 4>;
using Builder = llvm::IRBuilder<>;

// Lane 0 of a strided value may be inactive: its value must not be poison.
void writeScalar(Widening& widening, llvm::Instruction& instruction, bool isStrided) {
  llvm::Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands())
    if (!llvm::isa<llvm::Constant>(operand.get()) && !llvm::isa<llvm::MetadataAsValue>(operand))
      operand.set(widening.scalar(operand.get()));
  if (isStrided) {
    // Where the lanes that are active are known to be not negative, lane 0 may be.
    if (llvm::isa<llvm::ZExtInst>(copy) && copy->hasNonNeg()) {
      llvm::Instruction* extended =
          llvm::CastInst::Create(llvm::Instruction::SExt, copy->getOperand(0), copy->getType());
      copy->deleteValue();
      copy = extended;
    }
    copy->dropPoisonGeneratingFlags();
    copy->dropPoisonGeneratingMetadata();
  }
  widening.builder().Insert(copy, instruction.getName());
  copy->setDebugLoc(instruction.getDebugLoc());
  widening.setScalar(instruction, copy);
}

// One variable per lane, one behind another.
void writePrivateVariable(Widening& widening, llvm::AllocaInst& variable) {
  llvm::AllocaInst* wide = widening.newVariable(
      llvm::ArrayType::get(widening.builder().getInt8Ty(),
                           bytesPerLane(variable, widening.layout()) * widening.lanes()),
      variable.getName());
  wide->setAlignment(variable.getAlign());
  widening.setScalar(variable, wide);
}

// A division in an inactive lane must not trap.
llvm::Value* safeDivisor(Widening& widening, llvm::Value* divisor) {
  if (llvm::isa<llvm::Constant>(divisor)) return divisor;
  return widening.builder().CreateSelect(widening.mask, divisor,
                                         llvm::ConstantInt::get(divisor->getType(), 1));
}

llvm::Value* operation(Widening& widening, llvm::Instruction& instruction,
                       llvm::ArrayRef<llvm::Value*> operands) {
  Builder& builder = widening.builder();
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    llvm::Value* right = binary->isIntDivRem() ? safeDivisor(widening, operands[1]) : operands[1];
    return builder.CreateBinOp(binary->getOpcode(), operands[0], right);
  }
  if (auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction))
    return builder.CreateUnOp(unary->getOpcode(), operands[0]);
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return builder.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return builder.CreateCast(cast->getOpcode(), operands[0],
                              widening.vectorOf(instruction.getType()->getScalarType()));
  if (llvm::isa<llvm::SelectInst>(instruction))
    return builder.CreateSelect(operands[0], operands[1], operands[2]);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return builder.CreateFreeze(operands[0]);
  return nullptr;
}

// Each leaf of the result from the same leaf of the operands; a scalar condition serves all.
void widenElementwise(Widening& widening, llvm::Instruction& instruction) {
  const size_t count = leavesOf(instruction.getType(), widening.layout()).size();
  Values results;
  for (unsigned i = 0; i < count; ++i) {
    Values operands;
    for (llvm::Value* operand : instruction.operand_values()) {
      const bool isOne =
          !operand->getType()->isVectorTy() && !operand->getType()->isAggregateType();
      operands.push_back(widening.leaf(operand, isOne ? 0 : i));
    }
    llvm::Value* result = operation(widening, instruction, operands);
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(result))
      if (made->getOpcode() == instruction.getOpcode()) made->copyIRFlags(&instruction);
    results.push_back(result);
  }
  widening.setLeaves(instruction, results);
}

// The bits of `from` leaves in leaves of another size, lowest first.
Values regroupBits(Builder& builder, Widening& widening, const Values& from, unsigned fromBits,
                   unsigned toBits) {
  if (fromBits == toBits) return from;
  Values result;
  if (fromBits > toBits) {
    auto* type = widening.vectorOf(builder.getIntNTy(toBits));
    for (llvm::Value* value : from)
      for (unsigned shift = 0; shift < fromBits; shift += toBits)
        result.push_back(builder.CreateTrunc(builder.CreateLShr(value, shift), type));
    return result;
  }
  auto* type = widening.vectorOf(builder.getIntNTy(toBits));
  for (size_t i = 0; i < from.size(); i += toBits / fromBits) {
    llvm::Value* whole = builder.CreateZExt(from[i], type);
    for (unsigned part = 1; part < toBits / fromBits; ++part)
      whole = builder.CreateOr(whole, builder.CreateShl(builder.CreateZExt(from[i + part], type),
                                                        uint64_t{part} * fromBits));
    result.push_back(whole);
  }
  return result;
}

void widenBitCast(Widening& widening, llvm::Instruction& instruction) {
  Builder& builder = widening.builder();
  llvm::Type* from = instruction.getOperand(0)->getType()->getScalarType();
  llvm::Type* to = instruction.getType()->getScalarType();
  const unsigned fromBits = from->getPrimitiveSizeInBits().getFixedValue();
  const unsigned toBits = to->getPrimitiveSizeInBits().getFixedValue();
  Values values = widening.leaves(instruction.getOperand(0));
  if (fromBits != toBits) {
    for (llvm::Value*& value : values)
      value = builder.CreateBitCast(value, widening.vectorOf(builder.getIntNTy(fromBits)));
    const unsigned common = std::gcd(fromBits, toBits);
    values = regroupBits(builder, widening, values, fromBits, common);
    values = regroupBits(builder, widening, values, common, toBits);
  }
  for (llvm::Value*& value : values) value = builder.CreateBitCast(value, widening.vectorOf(to));
  widening.setLeaves(instruction, values);
}

void widenAddress(Widening& widening, llvm::GetElementPtrInst& address) {
  const auto operand = [&](llvm::Value* value) {
    return widening.isUniform(*value) ? widening.scalar(value) : widening.leaf(value);
  };
  Values indices;
  for (llvm::Value* index : address.indices()) indices.push_back(operand(index));
  llvm::Value* result = widening.builder().CreateGEP(address.getSourceElementType(),
                                                     operand(address.getPointerOperand()), indices);
  widening.setLeaves(address, {result});
}

void widenShuffle(Widening& widening, llvm::ShuffleVectorInst& shuffle) {
  const Values a = widening.leaves(shuffle.getOperand(0));
  const Values b = widening.leaves(shuffle.getOperand(1));
  Values result;
  for (int index : shuffle.getShuffleMask()) {
    const auto i = static_cast<size_t>(index);
    result.push_back(index < 0      ? llvm::PoisonValue::get(a[0]->getType())
                     : i < a.size() ? a[i]
                                    : b[i - a.size()]);
  }
  widening.setLeaves(shuffle, result);
}

// i1 per lane: the index is `number`.
llvm::Value* isIndex(Widening& widening, llvm::Value* index, unsigned number) {
  return widening.builder().CreateICmpEQ(
      widening.leaf(index), llvm::ConstantInt::get(widening.leaf(index)->getType(), number));
}

void widenExtractElement(Widening& widening, llvm::ExtractElementInst& extract) {
  const Values leaves = widening.leaves(extract.getVectorOperand());
  llvm::Value* index = extract.getIndexOperand();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    llvm::Value* leaf = number->getValue().ult(leaves.size())
                            ? leaves[number->getZExtValue()]
                            : llvm::PoisonValue::get(leaves[0]->getType());
    return widening.setLeaves(extract, {leaf});
  }
  llvm::Value* result = leaves[0];
  for (unsigned i = 1; i < leaves.size(); ++i)
    result = widening.builder().CreateSelect(isIndex(widening, index, i), leaves[i], result);
  widening.setLeaves(extract, {result});
}

void widenInsertElement(Widening& widening, llvm::InsertElementInst& insert) {
  Values leaves = widening.leaves(insert.getOperand(0));
  llvm::Value* element = widening.leaf(insert.getOperand(1));
  llvm::Value* index = insert.getOperand(2);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    if (number->getValue().ult(leaves.size())) leaves[number->getZExtValue()] = element;
  } else {
    for (unsigned i = 0; i < leaves.size(); ++i)
      leaves[i] = widening.builder().CreateSelect(isIndex(widening, index, i), element, leaves[i]);
  }
  widening.setLeaves(insert, leaves);
}

void widenExtractValue(Widening& widening, llvm::ExtractValueInst& extract) {
  const Values all = widening.leaves(extract.getAggregateOperand());
  const unsigned first =
      leafIndex(extract.getAggregateOperand()->getType(), extract.getIndices(), widening.layout());
  const size_t count = leavesOf(extract.getType(), widening.layout()).size();
  widening.setLeaves(extract, llvm::ArrayRef(all).slice(first, count));
}

void widenInsertValue(Widening& widening, llvm::InsertValueInst& insert) {
  Values all = widening.leaves(insert.getAggregateOperand());
  const Values part = widening.leaves(insert.getInsertedValueOperand());
  const unsigned first = leafIndex(insert.getType(), insert.getIndices(), widening.layout());
  llvm::copy(part, all.begin() + first);
  widening.setLeaves(insert, all);
}

void widenVarying(Widening& widening, llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return widenLoad(widening, *load);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widenCall(widening, *call);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      address && !address->getType()->isVectorTy())
    return widenAddress(widening, *address);
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return widenShuffle(widening, *shuffle);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    return widenExtractElement(widening, *extract);
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    return widenInsertElement(widening, *insert);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return widenExtractValue(widening, *extract);
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return widenInsertValue(widening, *insert);
  if (instruction.getOpcode() == llvm::Instruction::BitCast &&
      !instruction.getType()->isPtrOrPtrVectorTy())
    return widenBitCast(widening, instruction);
  if (instruction.isBinaryOp() || instruction.isUnaryOp() || instruction.isCast() ||
      llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst>(instruction))
    return widenElementwise(widening, instruction);
  runLaneByLane(widening, instruction);
}

}  // namespace

void widenInstruction(Widening& widening, llvm::Instruction& instruction) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return widenStore(widening, *store);
  if (llvm::isa<llvm::FenceInst>(instruction)) return writeScalar(widening, instruction, false);
  if (instruction.getType()->isVoidTy())
    return widenCall(widening, llvm::cast<llvm::CallInst>(instruction));
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return variable->hasMetadata(kInterleaved) ? widenInterleavedVariable(widening, *variable)
                                               : writePrivateVariable(widening, *variable);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      address && interleavedVariable(*address))
    return widenInterleavedAddress(widening, *address);
  switch (widening.shapeOf(instruction).kind) {
    case Shape::Uniform: return writeScalar(widening, instruction, false);
    case Shape::Strided: return writeScalar(widening, instruction, true);
    default: return widenVarying(widening, instruction);
  }
}

}  // namespace lanewise
