// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over the active lanes, for what has no vector form: atomics, printf, opaque calls.
// Operands and results pass through memory, where a lane's element has an address.
#include "compiler/ir/collective_operations.h"
#include "compiler/lanes/explain.h"
#include "compiler/lanes/leaves.h"
#include "compiler/lanes/widen_instruction.h"
#include "compiler/lanes/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

// One element per lane. A bool takes a byte.
class LaneArray {
 public:
  LaneArray(Widening& widening, llvm::Type* type)
      : builder_(&widening.builder()),
        type_(type),
        stored_(type->isIntegerTy(1) ? builder_->getInt8Ty() : type),
        vector_(widening.vectorOf(stored_)),
        array_(widening.newLaneArray(stored_, "lanes")) {}

  void fill(llvm::Value* vector) {
    builder_->CreateAlignedStore(type_ == stored_ ? vector : builder_->CreateZExt(vector, vector_),
                                 array_, kLaneArrayAlign);
  }
  llvm::Value* all() {
    llvm::Value* vector = builder_->CreateAlignedLoad(vector_, array_, kLaneArrayAlign);
    return type_ == stored_ ? vector
                            : builder_->CreateICmpNE(vector, llvm::Constant::getNullValue(vector_));
  }
  llvm::Value* get(llvm::Value* lane) {
    llvm::Value* element = builder_->CreateLoad(stored_, address(lane));
    return type_ == stored_ ? element : builder_->CreateTrunc(element, type_);
  }
  void set(llvm::Value* lane, llvm::Value* element) {
    builder_->CreateStore(type_ == stored_ ? element : builder_->CreateZExt(element, stored_),
                          address(lane));
  }

 private:
  llvm::Value* address(llvm::Value* lane) {
    return builder_->CreateInBoundsGEP(stored_, array_, lane);
  }

  Builder* builder_;
  llvm::Type *type_, *stored_;
  llvm::FixedVectorType* vector_;
  llvm::AllocaInst* array_;
};

using LaneArrays = llvm::SmallVector<LaneArray, 4>;

bool isPassedByLane(Widening& widening, llvm::Value* operand) {
  return !llvm::isa<llvm::Constant, llvm::MetadataAsValue, llvm::BasicBlock>(operand) &&
         !widening.isUniform(*operand);
}

// The instruction with a lane's operands.
llvm::Instruction* copyForLane(Widening& widening, llvm::Instruction& instruction,
                               llvm::ArrayRef<LaneArrays> inputs, llvm::Value* lane) {
  Builder& builder = widening.builder();
  llvm::Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
    llvm::Value* operand = instruction.getOperand(i);
    if (llvm::isa<llvm::Constant, llvm::MetadataAsValue>(operand)) continue;
    if (!isPassedByLane(widening, operand)) {
      copy->setOperand(i, widening.scalar(operand));
      continue;
    }
    Values leaves;
    for (LaneArray array : inputs[i]) leaves.push_back(array.get(lane));
    copy->setOperand(i, joinLeaves(builder, operand->getType(), leaves));
  }
  builder.Insert(copy, instruction.getName());
  copy->setDebugLoc(instruction.getDebugLoc());
  return copy;
}

// One copy per lane, each behind a branch that disappears where the mask is full. For an atomic
// operation this is faster than a trip through memory.
void unrollLanes(Widening& widening, llvm::Instruction& instruction) {
  Builder& builder = widening.builder();
  Values results;
  for (const Leaf& leaf : leavesOf(instruction.getType(), widening.layout()))
    results.push_back(llvm::PoisonValue::get(widening.vectorOf(leaf.type)));
  for (unsigned lane = 0; lane < widening.lanes(); ++lane) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* active = llvm::BasicBlock::Create(builder.getContext(), "lane", &widening.wide());
    auto* behind = llvm::BasicBlock::Create(builder.getContext(), "lane.end", &widening.wide());
    builder.CreateCondBr(builder.CreateExtractElement(widening.mask, lane), active, behind);
    builder.SetInsertPoint(active);
    llvm::Instruction* copy = instruction.clone();
    for (llvm::Use& operand : copy->operands()) {
      if (llvm::isa<llvm::Constant>(operand.get())) continue;
      operand.set(isPassedByLane(widening, operand.get())
                      ? builder.CreateExtractElement(widening.leaf(operand.get()), lane)
                      : widening.scalar(operand.get()));
    }
    builder.Insert(copy, instruction.getName());
    copy->setDebugLoc(instruction.getDebugLoc());
    Values inserted;
    for (unsigned i = 0; i < results.size(); ++i)
      inserted.push_back(
          builder.CreateInsertElement(results[i], extractLeaf(builder, copy, i), lane));
    builder.CreateBr(behind);
    builder.SetInsertPoint(behind);
    for (unsigned i = 0; i < results.size(); ++i) {
      llvm::PHINode* merged = builder.CreatePHI(results[i]->getType(), 2);
      merged->addIncoming(results[i], before);
      merged->addIncoming(inserted[i], active);
      results[i] = merged;
    }
  }
  widening.setLeaves(instruction, results);
}

std::optional<CollectiveOperation> unitingOperation(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub: return CollectiveOperation::Add;
    case llvm::AtomicRMWInst::And: return CollectiveOperation::And;
    case llvm::AtomicRMWInst::Or: return CollectiveOperation::Or;
    case llvm::AtomicRMWInst::Xor: return CollectiveOperation::Xor;
    case llvm::AtomicRMWInst::Max: return CollectiveOperation::SMax;
    case llvm::AtomicRMWInst::Min: return CollectiveOperation::SMin;
    case llvm::AtomicRMWInst::UMax: return CollectiveOperation::UMax;
    case llvm::AtomicRMWInst::UMin: return CollectiveOperation::UMin;
    default: return std::nullopt;
  }
}

// One atomic operation at one address for all active lanes.
bool uniteLanes(Widening& widening, llvm::Instruction& instruction) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  if (!atomic || !mayUniteLanes(*atomic) || !widening.isUniform(*atomic->getPointerOperand()))
    return false;
  const std::optional<CollectiveOperation> operation = unitingOperation(atomic->getOperation());
  Builder& builder = widening.builder();
  llvm::Value* values = identityWhereInactive(
      builder, *operation, widening.leaf(atomic->getValOperand()), widening.mask);
  llvm::Instruction* copy = atomic->clone();
  copy->setOperand(0, widening.scalar(atomic->getPointerOperand()));
  copy->setOperand(1, reduceLanes(builder, *operation, values));
  builder.Insert(copy, atomic->getName());
  copy->setDebugLoc(atomic->getDebugLoc());
  return true;
}

}  // namespace

// No lane asks for what was there before.
bool mayUniteLanes(const llvm::Instruction& instruction) {
  const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  return atomic && !atomic->isVolatile() && atomic->use_empty() &&
         unitingOperation(atomic->getOperation());
}

void runLaneByLane(Widening& widening, llvm::Instruction& instruction) {
  if (uniteLanes(widening, instruction)) return;
  explainLaneByLane(instruction);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return unrollLanes(widening, instruction);
  Builder& builder = widening.builder();
  llvm::SmallVector<LaneArrays, 4> inputs(instruction.getNumOperands());
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
    if (isPassedByLane(widening, instruction.getOperand(i)))
      for (llvm::Value* leaf : widening.leaves(instruction.getOperand(i))) {
        inputs[i].emplace_back(widening, leaf->getType()->getScalarType());
        inputs[i].back().fill(leaf);
      }
  LaneArrays outputs;
  for (const Leaf& leaf : leavesOf(instruction.getType(), widening.layout()))
    outputs.emplace_back(widening, leaf.type);

  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* loop = llvm::BasicBlock::Create(builder.getContext(), "lane", &widening.wide());
  auto* behind = llvm::BasicBlock::Create(builder.getContext(), "lanes.end", &widening.wide());
  llvm::Value* active = widening.maskBits(widening.mask);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode* left = builder.CreatePHI(active->getType(), 2, "left");
  llvm::Value* lane =
      builder.CreateZExt(builder.CreateIntrinsic(llvm::Intrinsic::cttz, {active->getType()},
                                                 {left, builder.getTrue()}),
                         builder.getInt64Ty());
  llvm::Instruction* copy = copyForLane(widening, instruction, inputs, lane);
  for (unsigned i = 0; i < outputs.size(); ++i) outputs[i].set(lane, extractLeaf(builder, copy, i));
  llvm::Value* next =
      builder.CreateAnd(left, builder.CreateSub(left, llvm::ConstantInt::get(left->getType(), 1)));
  left->addIncoming(active, before);
  left->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpNE(next, llvm::Constant::getNullValue(next->getType())),
                       loop, behind);
  builder.SetInsertPoint(behind);
  Values result;
  for (LaneArray& output : outputs) result.push_back(output.all());
  if (!result.empty()) widening.setLeaves(instruction, result);
}

}  // namespace lanewise
