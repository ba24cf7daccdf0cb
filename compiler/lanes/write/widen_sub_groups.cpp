// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of sub_group_calls.def as operations on a vector of lanes, which is a sub-group. They
// act on the lanes of the block's mask. OpenCL vectors are exchanged component by component.
#include "compiler/contract/permutations.h"
#include "compiler/contract/sub_group_calls.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/write/lane_memory.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/lower/image_blocks.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using Values = llvm::SmallVector<llvm::Value*, 4>;
using Indices = llvm::SmallVector<int, 32>;

class SubGroupWidening {
 public:
  SubGroupWidening(Widening& widening, llvm::CallInst& call)
      : widening_(widening),
        builder_(widening.builder()),
        call_(call),
        lanes_(static_cast<int>(widening.lanes())) {}

  void write(const SubGroupCallName& name) {
    switch (name.call) {
      case SubGroupCall::LocalId: return widening_.setScalar(call_, builder_.getInt32(0));
      case SubGroupCall::Ballot: return widening_.setScalar(call_, ballot(value(0)));
      case SubGroupCall::Broadcast: return setSame(laneOf(uniform(1)));
      case SubGroupCall::BroadcastFirst: return setSame(firstLane());
      case SubGroupCall::Shuffle: return shuffle();
      case SubGroupCall::ClusteredReduce:
        return widening_.setLeaves(call_, {clusteredReduce(*name.operation)});
      case SubGroupCall::BlockRead: return readBlock();
      case SubGroupCall::BlockWrite: return writeBlock();
      case SubGroupCall::ImageBlockRead: return readImageBlock();
      case SubGroupCall::ImageBlockWrite: return writeImageBlock();
      case SubGroupCall::Barrier:
        builder_.CreateFence(llvm::AtomicOrdering::AcquireRelease, llvm::SyncScope::SingleThread);
    }
  }

 private:
  llvm::Value* operand(unsigned index) const { return call_.getArgOperand(index); }
  llvm::Value* value(unsigned index) { return widening_.leaf(operand(index)); }

  // The number of the first active lane.
  llvm::Value* firstLane() {
    llvm::Value* bits = widening_.maskBits(widening_.mask);
    return builder_.CreateZExtOrTrunc(
        builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                 {bits, builder_.getTrue()}),
        builder_.getInt32Ty());
  }

  // What all active lanes have, if the source keeps its promise.
  llvm::Value* uniform(unsigned index) {
    if (widening_.isUniform(*operand(index))) return widening_.scalar(operand(index));
    return builder_.CreateExtractElement(value(index), firstLane());
  }

  // A number that names a lane, whatever the source computes.
  llvm::Value* laneOf(llvm::Value* number) {
    return builder_.CreateAnd(number,
                              llvm::ConstantInt::get(number->getType(), uint64_t(lanes_ - 1)));
  }

  llvm::Value* ballot(llvm::Value* votes) {
    // The vote of an inactive lane may be poison.
    llvm::Value* active = builder_.CreateLogicalAnd(widening_.mask, votes);
    return builder_.CreateZExt(widening_.maskBits(active), call_.getType());
  }

  // The result is the value that lane has.
  void setSame(llvm::Value* lane) {
    Values leaves = widening_.leaves(operand(0));
    for (llvm::Value*& leaf : leaves)
      leaf = builder_.CreateExtractElement(zeroWhereInactive(leaf), lane);
    widening_.setScalar(call_, joinLeaves(builder_, call_.getType(), leaves));
  }

  void shuffle() {
    llvm::Value* from = laneOf(value(1));
    Values leaves = widening_.leaves(operand(0));
    for (llvm::Value*& leaf : leaves) leaf = permute(leaf, from);
    widening_.setLeaves(call_, leaves);
  }

  // An inactive lane may have poison, which must not come to an active one. Code generation would
  // move a freeze into a permutation, and not find the instruction for it.
  llvm::Value* zeroWhereInactive(llvm::Value* vector) {
    return builder_.CreateSelect(widening_.mask, vector,
                                 llvm::Constant::getNullValue(vector->getType()));
  }

  llvm::Value* permute(llvm::Value* vector, llvm::Value* from) {
    vector = zeroWhereInactive(vector);
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(from)) {
      Indices indices;
      for (int lane : llvm::seq(lanes_)) {
        const auto* index =
            llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(lane));
        indices.push_back(index ? static_cast<int>(index->getZExtValue()) : lane);
      }
      return builder_.CreateShuffleVector(vector, indices);
    }
    llvm::Type* type = vector->getType();
    const bool isTruth = type->isIntOrIntVectorTy(1);
    if (isTruth) vector = builder_.CreateZExt(vector, widening_.vectorOf(builder_.getInt8Ty()));
    from = builder_.CreateZExtOrTrunc(
        from, widening_.vectorOf(builder_.getIntNTy(vector->getType()->getScalarSizeInBits())));
    llvm::Value* result = emitPermutation(builder_, vector, from);
    return isTruth ? builder_.CreateTrunc(result, type) : result;
  }

  // Each lane with the one that is `distance` apart in its cluster.
  llvm::Value* clusteredReduce(CollectiveOperation operation) {
    llvm::Value* numbers = neutralWhereInactive(builder_, operation, value(0), widening_.mask);
    const auto* size = llvm::cast<llvm::ConstantInt>(operand(1));
    for (int distance = 1; distance < static_cast<int>(size->getZExtValue()); distance *= 2) {
      Indices others;
      for (int lane : llvm::seq(lanes_)) others.push_back(lane ^ distance);
      numbers =
          combine(builder_, operation, numbers, builder_.CreateShuffleVector(numbers, others));
    }
    return numbers;
  }

  // A component of every lane, then the next of every lane.
  llvm::Value* blockOf(llvm::Value* pointer, const llvm::Type& element, unsigned component) {
    const uint64_t bytes = element.getScalarSizeInBits() / 8 * uint64_t(lanes_);
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer, component * bytes);
  }

  static LaneValues elementOf(llvm::Type& element) {
    return {&element, 1, llvm::Align(element.getScalarSizeInBits() / 8)};
  }

  void readBlock() {
    llvm::Value* pointer = uniform(0);
    llvm::Type& element = *call_.getType()->getScalarType();
    Values leaves;
    for (unsigned i = 0; i < leavesOf(call_.getType(), widening_.layout()).size(); ++i)
      leaves.push_back(
          loadStrided(widening_, blockOf(pointer, element, i), Distance{1}, elementOf(element))
              .vectors.front());
    widening_.setLeaves(call_, leaves);
  }

  void writeBlock() {
    llvm::Value* pointer = uniform(1);
    llvm::Type& element = *operand(0)->getType()->getScalarType();
    const Values leaves = widening_.leaves(operand(0));
    for (unsigned i = 0; i < leaves.size(); ++i)
      storeStrided(widening_, blockOf(pointer, element, i), Distance{1}, elementOf(element),
                   {leaves[i]});
  }

  // The image and the coordinates begin with `operand`. If no lane is active, they may be poison.
  ImageBlock imageBlock(unsigned operand, llvm::Type* type) {
    const unsigned lanes = widening_.lanes();
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    llvm::Type* row = widening_.vectorOf(type->getScalarType());
    llvm::AllocaInst* memory = widening_.newVariable(
        llvm::ArrayType::get(row, vector ? vector->getNumElements() : 1), "block");
    memory->setAlignment(kLaneArrayAlign);
    const auto frozen = [&](unsigned index) { return builder_.CreateFreeze(uniform(index)); };
    llvm::Value* active =
        builder_.CreateZExt(widening_.maskBits(widening_.mask), builder_.getInt64Ty());
    return {frozen(operand), frozen(operand + 1), frozen(operand + 2), type, lanes, active, memory};
  }

  // A row of the block: a component of every lane.
  llvm::Value* rowOf(const ImageBlock& block, unsigned row) {
    return builder_.CreateConstInBoundsGEP1_64(widening_.vectorOf(block.type->getScalarType()),
                                               block.memory, row);
  }

  void readImageBlock() {
    const ImageBlock block = imageBlock(0, call_.getType());
    emitImageBlockRead(builder_, block);
    Values leaves;
    for (unsigned row = 0; row < block.rows(); ++row)
      leaves.push_back(builder_.CreateAlignedLoad(widening_.vectorOf(block.type->getScalarType()),
                                                  rowOf(block, row), llvm::Align(1)));
    widening_.setLeaves(call_, leaves);
  }

  void writeImageBlock() {
    const ImageBlock block = imageBlock(1, operand(0)->getType());
    const Values leaves = widening_.leaves(operand(0));
    for (unsigned row = 0; row < leaves.size(); ++row)
      builder_.CreateAlignedStore(leaves[row], rowOf(block, row), llvm::Align(1));
    emitImageBlockWrite(builder_, block);
  }

  Widening& widening_;
  llvm::IRBuilder<>& builder_;
  llvm::CallInst& call_;
  const int lanes_;
};

}  // namespace

void widenSubGroupCall(Widening& widening, llvm::CallInst& call, const SubGroupCallName& name) {
  SubGroupWidening(widening, call).write(name);
}

}  // namespace lanewise
