// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses by instruction. What moves components only needs no code.
#include "compiler/lanes/write/widen_instruction.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/sub_group_calls.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/write/elementwise.h"
#include "compiler/lanes/write/lane_0_numbers.h"
#include "compiler/lanes/write/one_lane.h"
#include "compiler/lanes/write/private_memory.h"
#include "compiler/lanes/write/widen_collective.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

using Values = llvm::SmallVector<llvm::Value*, 4>;
using Builder = llvm::IRBuilder<>;

// Lane 0 of a value that leads may be inactive: neither it nor what is made of it must be poison.
bool dependsOnLane0(Widening& widening, const llvm::Instruction& instruction) {
  const auto leads = [&](const llvm::Value* value) { return widening.leads(*value); };
  return leads(&instruction) || llvm::any_of(instruction.operand_values(), leads);
}

// Whether the numbers of the lanes are extended as signed ones. That of lane 0 may be negative
// where the lanes that are active have none.
bool isSignedExtension(const Widening& widening, const llvm::Instruction& instruction) {
  if (widening.shapeOf(instruction).kind != Step::Strided) return false;
  return llvm::isa<llvm::SExtInst>(instruction) ||
         (llvm::isa<llvm::ZExtInst>(instruction) && instruction.hasNonNeg() &&
          !widening.shapeOf(*instruction.getOperand(0)).noWrap.asUnsigned);
}

// Without a flag that may not hold for lane 0.
llvm::Instruction* copyForLane0(const llvm::Instruction& instruction) {
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  llvm::Instruction* copy =
      disjoint && disjoint->isDisjoint()
          ? llvm::BinaryOperator::CreateAdd(instruction.getOperand(0), instruction.getOperand(1))
          : instruction.clone();
  copy->dropPoisonGeneratingFlags();
  copy->dropPoisonGeneratingMetadata();
  return copy;
}

// Addresses extend their indices.
llvm::Value* scalarOperand(Widening& widening, const llvm::Instruction& user, llvm::Value& value) {
  const bool isIndex = llvm::isa<llvm::GetElementPtrInst>(user) &&
                       widening.shapeOf(value).kind == Step::Strided &&
                       value.getType()->isIntegerTy();
  llvm::Type* wide = widening.builder().getInt64Ty();
  return isIndex && value.getType() != wide ? extendedForLane0(widening, value, wide)
                                            : widening.scalar(&value);
}

void writeScalar(Widening& widening, llvm::Instruction& instruction) {
  if (isSignedExtension(widening, instruction)) {
    llvm::Value* number =
        extendedForLane0(widening, *instruction.getOperand(0), instruction.getType());
    number->setName(instruction.getName());
    return widening.setScalar(instruction, number);
  }
  llvm::Instruction* copy =
      dependsOnLane0(widening, instruction) ? copyForLane0(instruction) : instruction.clone();
  for (llvm::Use& operand : copy->operands())
    if (!llvm::isa<llvm::Constant>(operand.get()) && !llvm::isa<llvm::MetadataAsValue>(operand))
      operand.set(scalarOperand(widening, *copy, *operand));
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

// All lanes' components move at once.
void shuffleInMemoryOrder(Widening& widening, llvm::ShuffleVectorInst& shuffle) {
  Builder& builder = widening.builder();
  llvm::Value* whole[2];
  for (const unsigned i : {0U, 1U})
    whole[i] = concatenate(builder, widening.asInMemory(shuffle.getOperand(i)));
  const llvm::ArrayRef<int> mask = shuffle.getShuffleMask();
  const auto from = static_cast<int>(
      llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  const auto lanes = static_cast<int>(widening.lanes());
  llvm::SmallVector<int, 128> elements;
  for (int lane = 0; lane < lanes; ++lane)
    for (const int index : mask)
      elements.push_back(index < 0      ? index
                         : index < from ? lane * from + index
                                        : (lanes + lane) * from + index - from);
  widening.setAsInMemory(
      shuffle, cutVector(builder, builder.CreateShuffleVector(whole[0], whole[1], elements),
                         static_cast<unsigned>(mask.size())));
}

void widenShuffle(Widening& widening, llvm::ShuffleVectorInst& shuffle) {
  if (widening.isAsInMemory(shuffle)) return shuffleInMemoryOrder(widening, shuffle);
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
llvm::Value* lanesWithIndex(Widening& widening, llvm::Value* index, unsigned number) {
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
    result = widening.builder().CreateSelect(lanesWithIndex(widening, index, i), leaves[i], result);
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
      leaves[i] =
          widening.builder().CreateSelect(lanesWithIndex(widening, index, i), element, leaves[i]);
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
  if (isElementwise(instruction)) return widenElementwise(widening, instruction);
  if (llvm::isa<llvm::BitCastInst>(instruction)) return widenBitCast(widening, instruction);
  runLaneByLane(widening, instruction);
}

// Lane 0 may be inactive.
void extractFirst(Widening& widening, llvm::Instruction& instruction) {
  Builder& builder = widening.builder();
  llvm::Value* first = builder.CreateExtractElement(widening.leaf(&instruction), uint64_t{0});
  widening.setScalar(instruction, builder.CreateFreeze(first));
}

}  // namespace

void widenInstruction(Widening& widening, llvm::Instruction& instruction) {
  if (stepOfLaneParameter(instruction)) return;  // takeParameters() has set its value
  if (widening.hasOneLane && widenForOneLane(widening, instruction)) return;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return widenStore(widening, *store);
  if (llvm::isa<llvm::FenceInst>(instruction)) return writeScalar(widening, instruction);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return widenAtomic(widening, instruction);
  if (const auto name = subGroupCallOf(instruction))
    return widenSubGroupCall(widening, llvm::cast<llvm::CallInst>(instruction), *name);
  if (instruction.getType()->isVoidTy())
    return widenCall(widening, llvm::cast<llvm::CallInst>(instruction));
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return variable->hasMetadata(kInterleaved) ? widenInterleavedVariable(widening, *variable)
                                               : writePrivateVariable(widening, *variable);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      address && interleavedVariable(*address))
    return widenInterleavedAddress(widening, *address);
  if (widenCollective(widening, instruction)) return;
  switch (widening.shapeOf(instruction).kind) {
    case Step::Uniform:
    case Step::Strided: return writeScalar(widening, instruction);
    default:
      const bool leads = widening.leads(instruction);
      const bool isTested =
          widening.assumedStrideOf(instruction) && AssumedStrides::isPart(instruction);
      if (leads && !isTested) writeScalar(widening, instruction);
      widenVarying(widening, instruction);
      if (leads && isTested) extractFirst(widening, instruction);
  }
}

}  // namespace lanewise
