// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over the active lanes, for what has no vector form: printf, opaque calls, atomics of some
// lanes.
// Operands and results pass through memory, where a lane's element has an address. All loops of a
// kernel use the same memory, so that it does not grow with their number.
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"

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
  LaneArray(Widening& widening, llvm::Type* type, llvm::Type* stored, llvm::AllocaInst* array)
      : builder_(&widening.builder()),
        type_(type),
        stored_(stored),
        vector_(widening.vectorOf(stored)),
        array_(array) {}

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

// The arrays of one loop.
class ArraysOfLoop {
 public:
  explicit ArraysOfLoop(Widening& widening) : widening_(widening) {}

  LaneArray next(llvm::Type* type) {
    llvm::Type* stored = type->isIntegerTy(1) ? widening_.builder().getInt8Ty() : type;
    return {widening_, type, stored, widening_.sharedLaneArray(stored, used_[stored]++)};
  }

 private:
  Widening& widening_;
  llvm::SmallDenseMap<llvm::Type*, unsigned, 4> used_;
};

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

}  // namespace

Values loopOverLanes(Widening& widening, llvm::Instruction& instruction) {
  Builder& builder = widening.builder();
  ArraysOfLoop arrays(widening);
  llvm::SmallVector<LaneArrays, 4> inputs(instruction.getNumOperands());
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
    if (isPassedByLane(widening, instruction.getOperand(i)))
      for (llvm::Value* leaf : widening.leaves(instruction.getOperand(i))) {
        inputs[i].push_back(arrays.next(leaf->getType()->getScalarType()));
        inputs[i].back().fill(leaf);
      }
  LaneArrays outputs;
  if (!instruction.use_empty())
    for (const Leaf& leaf : leavesOf(instruction.getType(), widening.layout()))
      outputs.push_back(arrays.next(leaf.type));

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
  return result;
}

void runLaneByLane(Widening& widening, llvm::Instruction& instruction) {
  explainLaneByLane(instruction);
  const Values result = loopOverLanes(widening, instruction);
  if (!result.empty()) widening.setLeaves(instruction, result);
}

}  // namespace lanewise
