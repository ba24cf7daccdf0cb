// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores by the shape of their address:
//
//   uniform            a scalar load; a store of the last active lane's value
//   a small distance   one access to all that lies between the first and the last lane's value
//   a known pattern    accesses of a few vectors, and shuffles (lane_pieces.h)
//   anything else      a gather or scatter
//
// All are masked. LLVM makes plain accesses of those whose mask is known to be full.
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/write/explain.h"
#include "compiler/lanes/write/lane_memory.h"
#include "compiler/lanes/write/lane_pieces.h"
#include "compiler/lanes/write/merge_assumptions.h"
#include "compiler/lanes/write/one_object.h"
#include "compiler/lanes/write/private_memory.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/mask_registers.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

bool isByteSized(llvm::Type* type, const llvm::DataLayout& layout) {
  return layout.getTypeSizeInBits(type) == layout.getTypeStoreSizeInBits(type);
}

bool areByteSized(llvm::ArrayRef<Leaf> leaves, const llvm::DataLayout& layout) {
  return llvm::all_of(leaves, [&](const Leaf& leaf) { return isByteSized(leaf.type, layout); });
}

// Leaves of one type that lie one behind another: the whole of an OpenCL vector, members of a
// structure.
struct Run {
  unsigned first;  // leaf
  unsigned count;
  llvm::Type* type;
  uint64_t offsetBytes;
};

llvm::SmallVector<Run, 4> runsOf(llvm::ArrayRef<Leaf> leaves, const llvm::DataLayout& layout) {
  llvm::SmallVector<Run, 4> runs;
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    const uint64_t bytes = layout.getTypeStoreSize(leaf.type).getFixedValue();
    if (!runs.empty() && runs.back().type == leaf.type && runs.back().count < kMostLeaves &&
        leaf.offsetBytes == runs.back().offsetBytes + runs.back().count * bytes)
      ++runs.back().count;
    else
      runs.push_back({i, 1, leaf.type, leaf.offsetBytes});
  }
  return runs;
}

// How far lanes' values are apart, if one access to all that is between the first and the last one
// costs less than a gather.
std::optional<Distance> distanceOf(Widening& widening, int64_t stride, const Run& run) {
  const auto bytes =
      static_cast<int64_t>(widening.layout().getTypeStoreSize(run.type).getFixedValue());
  if (stride == 0 || stride % bytes != 0) return std::nullopt;
  const int64_t slots = stride / bytes;
  const int64_t size = std::abs(slots);
  if (size < run.count || size > std::max<int64_t>(kMostSlots, run.count)) return std::nullopt;
  return Distance{static_cast<int>(slots)};
}

std::optional<Distance> distanceOf(Widening& widening, const llvm::Value& address, const Run& run) {
  const Step shape = widening.shapeOf(address);
  if (shape.kind == Step::Strided) return distanceOf(widening, shape.stride, run);
  const AssumedStride* assumed = widening.assumedStrideOf(address);
  return assumed ? distanceOf(widening, assumed->stride, run) : std::nullopt;
}

// The pieces of an access that has no distance.
std::optional<LanePieces> piecesOf(Widening& widening, const llvm::Value& address, const Run& run) {
  const LanePattern* pattern = widening.patternOf(address);
  const uint64_t bytes = widening.layout().getTypeStoreSize(run.type).getFixedValue();
  return pattern ? piecesOf(*pattern, bytes, run.count) : std::nullopt;
}

std::optional<LanePieces> piecesOfLoad(Widening& widening, const llvm::Value& address,
                                       const Run& run) {
  const llvm::Align align = widening.layout().getABITypeAlign(run.type);
  return widening.target().isLegalMaskedLoad(widening.vectorOf(run.type), align)
             ? piecesOf(widening, address, run)
             : std::nullopt;
}

// \param leavesOut whether a store may leave out what lies between the lanes' values.
std::optional<LanePieces> piecesOfStore(Widening& widening, const llvm::Value& address,
                                        const Run& run, bool leavesOut) {
  std::optional<LanePieces> pieces = piecesOf(widening, address, run);
  if (!pieces || pieces->mostLanes > 1 || (!leavesOut && pieces->begins.size() > run.count))
    return std::nullopt;
  return pieces;
}

// i1: the values of all lanes follow from the one of lane 0, whether lanes are active or not.
llvm::Value* doesNotWrap(Widening& widening, const llvm::Instruction& conversion) {
  Builder& builder = widening.builder();
  const llvm::Value& operand = *conversion.getOperand(0);
  llvm::Value* first = widening.scalar(conversion.getOperand(0));
  // The scalar kernel may not use the index, which may be poison then.
  if (widening.mayBeIdle) first = builder.CreateFreeze(first);
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const AssumedStride* assumed = widening.assumedStrideOf(operand);
  const int64_t stride = assumed ? assumed->stride : widening.shapeOf(operand).stride;
  const int64_t last = stride * (widening.lanes() - 1);
  const bool isSigned = llvm::isa<llvm::SExtInst>(conversion);
  const llvm::APInt limit =
      last >= 0 ? (isSigned ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits))
                : (isSigned ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0));
  llvm::Value* bound = llvm::ConstantInt::get(
      first->getType(), limit - llvm::APInt(bits, static_cast<uint64_t>(last), true));
  if (isSigned)
    return last >= 0 ? builder.CreateICmpSLE(first, bound) : builder.CreateICmpSGE(first, bound);
  return last >= 0 ? builder.CreateICmpULE(first, bound) : builder.CreateICmpUGE(first, bound);
}

// i1: the lanes of a part of an id are as far apart as assumed, whether lanes are active or not.
llvm::Value* continues(Widening& widening, llvm::Instruction& part) {
  Builder& builder = widening.builder();
  llvm::Type* type = part.getType();
  const auto stride = static_cast<uint64_t>(widening.assumedStrideOf(part)->stride);
  llvm::Value* steps =
      builder.CreateMul(widening.laneNumbers(type),
                        llvm::ConstantInt::get(widening.vectorOf(type), stride, /*IsSigned=*/true));
  llvm::Value* first = builder.CreateVectorSplat(widening.lanes(), widening.scalar(&part));
  llvm::Value* all = builder.CreateFreeze(widening.leaf(&part));
  return builder.CreateAndReduce(builder.CreateICmpEQ(all, builder.CreateAdd(first, steps)));
}

// i1; null: always.
llvm::Value* testOf(Widening& widening, const llvm::Value& address,
                    const llvm::Instruction& assumption) {
  Builder& builder = widening.builder();
  if (AssumedStrides::isPart(assumption))
    return continues(widening, const_cast<llvm::Instruction&>(assumption));
  const ObjectSize size = objectThatPreventsWrap(widening, address, assumption);
  if (size == ObjectSize::Small) return nullptr;
  llvm::Value* test = doesNotWrap(widening, assumption);
  if (size == ObjectSize::Unknown) return test;
  return builder.CreateOr(emitKernelCall(builder, KernelCall::AssumesSmallMemory), test);
}

// Of all assumptions about the address; null: they always hold.
llvm::Value* testOf(Widening& widening, const llvm::Value& address, const AssumedStride& assumed) {
  llvm::Value* holds = nullptr;
  for (const llvm::Instruction* assumption : assumed.assumptions)
    if (llvm::Value* one = testOf(widening, address, *assumption))
      holds = holds ? widening.builder().CreateAnd(holds, one) : one;
  return holds;
}

// True for almost all launches: arrays are too small for anything else. If one fails, all accesses
// of a chain (merge_assumptions.h) run as if theirs did.
bool isSafe(const AssumedStride& assumed) {
  return llvm::none_of(assumed.assumptions, [](const llvm::Instruction* assumption) {
    return AssumedStrides::isPart(*assumption);
  });
}

// Writes both forms of an access at an assumed stride, and a branch that chooses.
void writeEither(Widening& widening, llvm::Value* holds, const AssumedStride& assumed,
                 llvm::function_ref<void()> strided,
                 llvm::function_ref<void(Frequency)> scattered) {
  Builder& builder = widening.builder();
  auto* near = llvm::BasicBlock::Create(builder.getContext(), "strided", &widening.wide());
  auto* far = llvm::BasicBlock::Create(builder.getContext(), "scattered", &widening.wide());
  auto* end = llvm::BasicBlock::Create(builder.getContext(), "accessed", &widening.wide());
  llvm::BranchInst* test = builder.CreateCondBr(holds, near, far);
  llvm::MDNode* mark = llvm::MDNode::get(builder.getContext(), {});
  test->setMetadata(kAssumption, mark);
  if (isSafe(assumed)) test->setMetadata(kSafeAssumption, mark);
  builder.SetInsertPoint(near);
  strided();
  builder.CreateBr(end);
  builder.SetInsertPoint(far);
  scattered(isSafe(assumed) ? Frequency::Rare : Frequency::Usual);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
}

llvm::Value* behind(Widening& widening, llvm::Value* address, uint64_t bytes) {
  if (bytes == 0) return address;
  Builder& builder = widening.builder();
  return builder.CreateGEP(builder.getInt8Ty(), address, builder.getInt64(bytes));
}

LaneValues valuesOf(const Run& run, llvm::Align align) {
  return {run.type, run.count, llvm::commonAlignment(align, run.offsetBytes)};
}

// Of one address for all lanes.
LaneVectors loadSplat(Widening& widening, llvm::Value* address, const LaneValues& values) {
  Builder& builder = widening.builder();
  const uint64_t bytes = widening.layout().getTypeStoreSize(values.leaf).getFixedValue();
  Values vectors;
  for (unsigned i = 0; i < values.count; ++i) {
    llvm::Value* loaded =
        builder.CreateAlignedLoad(values.leaf, behind(widening, address, i * bytes),
                                  llvm::commonAlignment(values.align, i * bytes));
    vectors.push_back(builder.CreateVectorSplat(widening.lanes(), loaded));
  }
  return {vectors, values.count == 1};
}

// `apart`: each leaf is used on its own.
LaneVectors loadRun(Widening& widening, llvm::Value* address, const Run& run, llvm::Align align,
                    bool apart = false) {
  Builder& builder = widening.builder();
  const LaneValues values = valuesOf(run, align);
  const AssumedStride* assumed = widening.assumedStrideOf(*address);
  const std::optional<Distance> distance = distanceOf(widening, *address, run);
  const bool isAtOne = assumed && assumed->stride == 0;
  const auto strided = [&] {
    llvm::Value* first = behind(widening, widening.scalar(address), run.offsetBytes);
    return isAtOne ? loadSplat(widening, first, values)
                   : loadStrided(widening, first, *distance, values);
  };
  const auto scattered = [&](Frequency frequency) {
    return gather(widening, behind(widening, widening.leaf(address), run.offsetBytes), values,
                  frequency);
  };
  if (!distance && !isAtOne) {
    const std::optional<LanePieces> pieces = piecesOfLoad(widening, *address, run);
    if (!pieces && apart)
      return gatherLeaves(widening, behind(widening, widening.leaf(address), run.offsetBytes),
                          values);
    if (!pieces) return scattered(Frequency::Usual);
    return loadPieces(widening, behind(widening, widening.scalar(address), run.offsetBytes),
                      *pieces, values);
  }
  llvm::Value* holds = assumed ? testOf(widening, *address, *assumed) : nullptr;
  if (!holds) return strided();
  LaneVectors near, far;
  llvm::BasicBlock *nearEnd = nullptr, *farEnd = nullptr;
  writeEither(
      widening, holds, *assumed,
      [&] {
        near = strided();
        nearEnd = builder.GetInsertBlock();
      },
      [&](Frequency frequency) {
        far = scattered(frequency);
        if (!near.asInMemory) far = {fromMemoryOrder(builder, far.vectors), false};
        farEnd = builder.GetInsertBlock();
      });
  for (unsigned i = 0; i < near.vectors.size(); ++i) {
    llvm::PHINode* either = builder.CreatePHI(near.vectors[i]->getType(), 2);
    either->addIncoming(near.vectors[i], nearEnd);
    either->addIncoming(far.vectors[i], farEnd);
    near.vectors[i] = either;
  }
  return near;
}

// The distance of what one store writes.
std::optional<Distance> distanceOfStore(Widening& widening, const llvm::Value& address,
                                        const Run& run, bool leavesOut) {
  const std::optional<Distance> distance = distanceOf(widening, address, run);
  if (!distance || (!leavesOut && std::abs(distance->slots) > static_cast<int>(run.count)))
    return std::nullopt;
  return distance;
}

void storeRun(Widening& widening, llvm::Value* address, const Run& run, llvm::Align align,
              bool leavesOut, llvm::function_ref<Values(bool asInMemory)> vectors) {
  const LaneValues values = valuesOf(run, align);
  const std::optional<Distance> distance = distanceOfStore(widening, *address, run, leavesOut);
  const auto strided = [&] {
    storeStrided(widening, behind(widening, widening.scalar(address), run.offsetBytes), *distance,
                 values, vectors(areSideBySide(*distance, values)));
  };
  const auto scattered = [&](Frequency frequency) {
    scatter(widening, behind(widening, widening.leaf(address), run.offsetBytes), values,
            vectors(true), frequency);
  };
  if (!distance) {
    const std::optional<LanePieces> pieces = piecesOfStore(widening, *address, run, leavesOut);
    if (!pieces) return scattered(Frequency::Usual);
    return storePieces(widening, behind(widening, widening.scalar(address), run.offsetBytes),
                       *pieces, values, vectors(false));
  }
  const AssumedStride* assumed = widening.assumedStrideOf(*address);
  llvm::Value* holds = assumed ? testOf(widening, *address, *assumed) : nullptr;
  if (holds) return writeEither(widening, holds, *assumed, strided, scattered);
  strided();
}

// One leaf of what all lanes have at the same address, or at the same index of an array of each
// lane.
llvm::Value* loadShared(Widening& widening, llvm::Value* address, const Leaf& leaf,
                        llvm::Align align) {
  if (interleavedVariable(*address))
    return loadInterleaved(widening, address, leaf.offsetBytes, leaf.type);
  llvm::Value* loaded = widening.builder().CreateAlignedLoad(
      leaf.type, behind(widening, widening.scalar(address), leaf.offsetBytes),
      llvm::commonAlignment(align, leaf.offsetBytes));
  return widening.builder().CreateVectorSplat(widening.lanes(), loaded);
}

bool isShared(Widening& widening, const llvm::Value& address) {
  return interleavedVariable(address) || widening.isUniform(address);
}

// A store of the value that the last active lane has.
void storeOfLastLane(Widening& widening, llvm::StoreInst& store) {
  Builder& builder = widening.builder();
  llvm::Value* value = store.getValueOperand();
  llvm::Value* stored = nullptr;
  if (widening.isUniform(*value)) {
    stored = widening.scalar(value);
  } else {
    llvm::Value* bits = widening.maskBits(widening.mask);
    llvm::Value* zeros = builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {bits->getType()},
                                                 {bits, builder.getTrue()});
    llvm::Value* last =
        builder.CreateSub(llvm::ConstantInt::get(bits->getType(), widening.lanes() - 1), zeros);
    Values leaves = widening.leaves(value);
    for (llvm::Value*& leaf : leaves) leaf = builder.CreateExtractElement(leaf, last);
    stored = joinLeaves(builder, value->getType(), leaves);
  }
  auto* copy = llvm::cast<llvm::StoreInst>(store.clone());
  copy->setOperand(0, stored);
  copy->setOperand(1, widening.scalar(store.getPointerOperand()));
  builder.Insert(copy);
}

llvm::Value* loadElement(Widening& widening, llvm::Value* address, const Leaf& element,
                         llvm::Align align) {
  if (isShared(widening, *address)) return loadShared(widening, address, element, align);
  return loadRun(widening, address, {0, 1, element.type, element.offsetBytes}, align).vectors[0];
}

// The elements of a copy or fill whose length is a multiple of the variable's elements.
llvm::SmallVector<Leaf, 4> elementsOf(const llvm::MemIntrinsic& memory, uint64_t bytes) {
  llvm::SmallVector<Leaf, 4> result;
  llvm::Type* type = llvm::Type::getIntNTy(memory.getContext(), static_cast<unsigned>(bytes * 8));
  const uint64_t length = llvm::cast<llvm::ConstantInt>(memory.getLength())->getZExtValue();
  for (uint64_t offset = 0; offset < length; offset += bytes) result.push_back({type, offset});
  return result;
}

// A byte for each byte of the element.
llvm::Value* fillOf(Widening& widening, llvm::Value* byte, const Leaf& element) {
  Builder& builder = widening.builder();
  const unsigned bits = element.type->getIntegerBitWidth();
  llvm::Value* wide = builder.CreateZExt(widening.leaf(byte), widening.vectorOf(element.type));
  return builder.CreateMul(
      wide,
      llvm::ConstantInt::get(wide->getType(), llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
}

}  // namespace

void storeElement(Widening& widening, llvm::Value* address, const Leaf& element, llvm::Align align,
                  llvm::Value* value) {
  if (interleavedVariable(*address))
    storeInterleaved(widening, address, element.offsetBytes, value);
  else
    storeRun(widening, address, {0, 1, element.type, element.offsetBytes}, align,
             hasMaskRegisters(widening.target(), value->getContext()),
             [&](bool) { return Values{value}; });
}

void widenLoad(Widening& widening, llvm::LoadInst& load) {
  const auto leaves = leavesOf(load.getType(), widening.layout());
  llvm::Value* address = load.getPointerOperand();
  if (!load.isUnordered() || !areByteSized(leaves, widening.layout()))
    return runLaneByLane(widening, load);
  Values result;
  if (isShared(widening, *address)) {
    for (const Leaf& leaf : leaves)
      result.push_back(loadShared(widening, address, leaf, load.getAlign()));
    return widening.setLeaves(load, result);
  }
  const bool apart =
      load.getType()->isVectorTy() && llvm::all_of(load.users(), [](const auto* user) {
        return llvm::isa<llvm::ExtractElementInst>(user);
      });
  for (const Run& run : runsOf(leaves, widening.layout())) {
    if (!distanceOf(widening, *address, run) && !piecesOfLoad(widening, *address, run))
      explainScattered(load, widening.shapeOf(*address));
    const LaneVectors loaded = loadRun(widening, address, run, load.getAlign(), apart);
    if (loaded.asInMemory && load.getType()->isVectorTy() && run.count == leaves.size())
      return widening.setAsInMemory(load, loaded.vectors);
    result.append(loaded.asInMemory ? fromMemoryOrder(widening.builder(), loaded.vectors)
                                    : loaded.vectors);
  }
  widening.setLeaves(load, result);
}

void widenStore(Widening& widening, llvm::StoreInst& store) {
  llvm::Value* address = store.getPointerOperand();
  llvm::Value* value = store.getValueOperand();
  const bool interleaved = interleavedVariable(*address) != nullptr;
  if (!store.isVolatile() && !interleaved && widening.isUniform(*address))
    return storeOfLastLane(widening, store);
  const bool leavesOut = !isSlowWithMask(store, widening.target());
  const auto leaves = leavesOf(value->getType(), widening.layout());
  if (!store.isUnordered() || !areByteSized(leaves, widening.layout()))
    return runLaneByLane(widening, store);
  if (interleaved) {
    for (unsigned i = 0; i < leaves.size(); ++i)
      storeInterleaved(widening, address, leaves[i].offsetBytes, widening.leaf(value, i));
    return;
  }
  for (const Run& run : runsOf(leaves, widening.layout())) {
    if (!distanceOfStore(widening, *address, run, leavesOut) &&
        !piecesOfStore(widening, *address, run, leavesOut))
      explainScattered(store, widening.shapeOf(*address));
    storeRun(widening, address, run, store.getAlign(), leavesOut, [&](bool asInMemory) {
      if (asInMemory && value->getType()->isVectorTy() && run.count == leaves.size())
        return widening.asInMemory(value);
      Values vectors;
      for (unsigned i = 0; i < run.count; ++i)
        vectors.push_back(widening.leaf(value, run.first + i));
      return asInMemory ? toMemoryOrder(widening.builder(), vectors) : vectors;
    });
  }
}

void widenInterleavedCopy(Widening& widening, llvm::MemIntrinsic& memory) {
  auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&memory);
  llvm::Value* to = memory.getRawDest();
  llvm::Value* from = copy ? copy->getRawSource() : nullptr;
  const llvm::AllocaInst* variable = interleavedVariable(*to);
  if (!variable) variable = interleavedVariable(*from);
  for (const Leaf& element : elementsOf(memory, interleavedBytes(*variable))) {
    llvm::Value* value =
        from ? loadElement(widening, from, element, copy->getSourceAlign().valueOrOne())
             : fillOf(widening, llvm::cast<llvm::MemSetInst>(memory).getValue(), element);
    storeElement(widening, to, element, memory.getDestAlign().valueOrOne(), value);
  }
}

}  // namespace lanewise
