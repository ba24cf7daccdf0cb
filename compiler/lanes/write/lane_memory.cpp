// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values anywhere are gathered and scattered where the processor has an instruction for values of
// their size. Elsewhere each lane has an access of its own, to a dummy variable if it is inactive:
// LLVM would write a branch per lane. Rare ones are gathered and scattered in any case
// (expand-gathers).
#include "compiler/lanes/write/lane_memory.h"

#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/pages.h"

#include <llvm/ADT/bit.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdlib>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

constexpr unsigned kWordBytes = 4;  // the smallest element that processors gather

unsigned leafBytes(Widening& widening, const LaneValues& values) {
  return static_cast<unsigned>(widening.layout().getTypeStoreSize(values.leaf).getFixedValue());
}

// The address where the values of all lanes begin.
llvm::Value* lowestAddress(Widening& widening, llvm::Value* first, Distance distance,
                           const LaneValues& values) {
  if (distance.slots >= 0) return first;
  const int64_t lanes = widening.lanes() - 1;
  return widening.builder().CreateGEP(
      widening.builder().getInt8Ty(), first,
      widening.builder().getInt64(static_cast<uint64_t>(
          lanes * distance.slots * static_cast<int64_t>(leafBytes(widening, values)))));
}

// In the order of memory, or back from it.
llvm::Value* reversedIfDescending(Widening& widening, llvm::Value* vector, Distance distance) {
  return distance.slots < 0 ? widening.builder().CreateVectorReverse(vector) : vector;
}

// The mask of each slot: a lane's, and false for what is between two lanes' values.
llvm::Value* maskOfSlots(Widening& widening, Distance distance, const LaneValues& values) {
  llvm::Value* mask = reversedIfDescending(widening, widening.mask, distance);
  const auto slots = static_cast<unsigned>(std::abs(distance.slots));
  if (slots == 1) return mask;
  llvm::SmallVector<int, 64> lanes;
  for (unsigned slot = 0; slot < widening.lanes() * slots; ++slot)
    lanes.push_back(
        static_cast<int>(slot % slots < values.count ? slot / slots : widening.lanes()));
  return widening.builder().CreateShuffleVector(mask, llvm::Constant::getNullValue(mask->getType()),
                                                lanes);
}

// Where lane 0's value would be, if the lane is not active, is aligned as the distance is.
llvm::Align alignOfLaneZero(Widening& widening, Distance distance, const LaneValues& values) {
  if (widening.firstLaneIsActive && distance.slots > 0) return values.align;
  const auto slots = static_cast<uint64_t>(std::abs(distance.slots));
  return llvm::commonAlignment(values.align, slots * leafBytes(widening, values));
}

LaneVectors cutWholes(Widening& widening, llvm::Value* wholes, const LaneValues& values) {
  auto* type = llvm::FixedVectorType::get(values.leaf, widening.lanes() * values.count);
  if (values.count > 1) wholes = widening.builder().CreateBitCast(wholes, type);
  return {cutVector(widening.builder(), wholes, values.count), true};
}

// Reads words that contain elements of one or two bytes.
bool canGatherWords(Widening& widening, const LaneValues& values) {
  if (values.leaf->isPointerTy() || values.count * leafBytes(widening, values) > 2) return false;
  return widening.target().isLegalMaskedGather(widening.vectorOf(widening.builder().getInt32Ty()),
                                               llvm::Align(kWordBytes));
}

// The bytes that a word begins in front of each element: an aligned word, which has all of an
// aligned element. Other elements begin a word themselves, but in front of the end of a page, where
// it would reach into the next one.
llvm::Value* bytesInFront(Widening& widening, llvm::Value* addresses, bool areAligned) {
  Builder& builder = widening.builder();
  auto* numbers = widening.vectorOf(builder.getInt64Ty());
  const auto number = [&](uint64_t value) { return llvm::ConstantInt::get(numbers, value); };
  llvm::Value* numeric = builder.CreatePtrToInt(addresses, numbers);
  if (areAligned) return builder.CreateAnd(numeric, number(kWordBytes - 1));
  // An element of two bytes in the last one is in both pages.
  llvm::Value* inPage = builder.CreateAnd(numeric, number(kPageBytes - 1));
  llvm::Value* behindLastWord = builder.CreateSub(inPage, number(kPageBytes - kWordBytes));
  llvm::Value* reaches =
      builder.CreateICmpULT(builder.CreateSub(behindLastWord, number(1)), number(kWordBytes - 2));
  return builder.CreateSelect(reaches, behindLastWord, number(0));
}

llvm::Value* gatherFromWords(Widening& widening, llvm::Value* addresses, const LaneValues& values) {
  Builder& builder = widening.builder();
  auto* words = widening.vectorOf(builder.getInt32Ty());
  const bool areAligned = values.align.value() >= values.count * leafBytes(widening, values);
  llvm::Value* inWord = bytesInFront(widening, addresses, areAligned);
  llvm::Value* from = builder.CreateGEP(builder.getInt8Ty(), addresses, builder.CreateNeg(inWord));
  llvm::Value* word = builder.CreateMaskedGather(
      words, from, llvm::Align(areAligned ? kWordBytes : 1), widening.mask);
  llvm::Value* shift = builder.CreateShl(builder.CreateTrunc(inWord, words), 3);
  auto* element = builder.getIntNTy(values.count * leafBytes(widening, values) * 8);
  llvm::Value* wholes =
      builder.CreateTrunc(builder.CreateLShr(word, shift), widening.vectorOf(element));
  if (values.count == 1) return builder.CreateBitCast(wholes, widening.vectorOf(values.leaf));
  return wholes;
}

llvm::Type* typeOfLane(const LaneValues& values) {
  return values.count == 1 ? values.leaf : llvm::FixedVectorType::get(values.leaf, values.count);
}

llvm::Align alignOfLane(const LaneValues& values) {
  return std::min(values.align, Widening::kInactiveAlign);
}

// The constant from a pointer to each lane's address, such as that of a strided value; nullptr if
// the addresses are no such.
const llvm::Constant* constantDistances(const llvm::Value& addresses) {
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&addresses);
  if (!step || step->getPointerOperandType()->isVectorTy() || step->getNumIndices() != 1)
    return nullptr;
  return llvm::dyn_cast<llvm::ConstantDataVector>(step->getOperand(1));
}

// Each lane's address, or that of a variable that nobody reads.
class LaneAddresses {
 public:
  LaneAddresses(Widening& widening, llvm::Value* addresses)
      : widening_(widening), addresses_(addresses) {
    // Constant distances become parts of the accesses in code for full vectors, where the mask of
    // all live lanes is constant.
    if (widening.firstLaneIsActive) distances_ = constantDistances(*addresses);
    if (!distances_)
      addresses_ = builder().CreateSelect(
          widening.mask, addresses,
          builder().CreateVectorSplat(widening.lanes(), &widening.inactiveTarget()));
  }

  /// Written where it is used: few of them are in registers.
  llvm::Value* of(unsigned lane) const {
    if (!distances_) return builder().CreateExtractElement(addresses_, lane);
    auto* step = llvm::cast<llvm::GetElementPtrInst>(addresses_);
    llvm::Value* address =
        builder().CreateGEP(step->getSourceElementType(), step->getPointerOperand(),
                            distances_->getAggregateElement(lane));
    return builder().CreateSelect(builder().CreateExtractElement(widening_.mask, lane), address,
                                  &widening_.inactiveTarget());
  }

 private:
  Builder& builder() const { return widening_.builder(); }

  Widening& widening_;
  llvm::Value* addresses_;
  const llvm::Constant* distances_ = nullptr;
};

LaneVectors loadLanes(Widening& widening, llvm::Value* addresses, const LaneValues& values) {
  Builder& builder = widening.builder();
  const LaneAddresses from(widening, addresses);
  Values lanes;
  for (unsigned lane = 0; lane < widening.lanes(); ++lane)
    lanes.push_back(
        builder.CreateAlignedLoad(typeOfLane(values), from.of(lane), alignOfLane(values)));
  if (values.count > 1)
    return {cutVector(builder, concatenate(builder, lanes), values.count), true};
  llvm::Value* all = llvm::PoisonValue::get(widening.vectorOf(values.leaf));
  for (unsigned lane = 0; lane < widening.lanes(); ++lane)
    all = builder.CreateInsertElement(all, lanes[lane], lane);
  return {{all}, true};
}

// A block from each address: vector n of the lanes has element n of the blocks. Lanes whose numbers
// differ by the elements of a block are in one vector first, so that a transposition of each block
// brings all lanes into their order.
Values loadBlocks(Widening& widening, llvm::ArrayRef<llvm::Value*> addresses, uint64_t offsetBytes,
                  const LaneValues& values, unsigned ofBlock) {
  Builder& builder = widening.builder();
  auto* type = llvm::FixedVectorType::get(values.leaf, ofBlock);
  Values vectors;
  for (unsigned i = 0; i < ofBlock; ++i) {
    Values blocks;
    for (unsigned lane = i; lane < widening.lanes(); lane += ofBlock)
      blocks.push_back(builder.CreateAlignedLoad(
          type, builder.CreateConstGEP1_64(builder.getInt8Ty(), addresses[lane], offsetBytes),
          llvm::commonAlignment(alignOfLane(values), offsetBytes)));
    vectors.push_back(concatenate(builder, blocks));
  }
  for (unsigned distance = 1; distance < ofBlock; distance *= 2) {
    Values next;
    for (unsigned i = 0; i < ofBlock / 2; ++i)
      for (const bool upper : {false, true})
        next.push_back(unpack(builder, vectors[i], vectors[i + ofBlock / 2], ofBlock, upper));
    vectors = next;
  }
  return vectors;
}

// Adds a constant to one base instead of the addresses of all lanes: the processor adds indices of
// 32 bits to a base.
llvm::Value* withOffsetInBase(Builder& builder, llvm::Value* addresses) {
  auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(addresses);
  if (!offset || !offset->hasAllConstantIndices()) return addresses;
  auto* indexed = llvm::dyn_cast<llvm::GetElementPtrInst>(offset->getPointerOperand());
  if (!indexed || indexed->getPointerOperandType()->isVectorTy()) return addresses;
  const llvm::SmallVector<llvm::Value*, 2> constants(offset->indices()),
      indices(indexed->indices());
  const auto isVector = [](const llvm::Value* index) { return index->getType()->isVectorTy(); };
  if (llvm::any_of(constants, isVector)) return addresses;
  llvm::Value* base =
      builder.CreateGEP(offset->getSourceElementType(), indexed->getPointerOperand(), constants);
  return builder.CreateGEP(indexed->getSourceElementType(), base, indices);
}

void storeLanes(Widening& widening, llvm::Value* addresses, const LaneValues& values,
                llvm::Value* all) {
  Builder& builder = widening.builder();
  const LaneAddresses to(widening, addresses);
  const Values lanes = values.count == 1 ? Values() : cutVector(builder, all, widening.lanes());
  for (unsigned lane = 0; lane < widening.lanes(); ++lane) {
    llvm::Value* value = values.count == 1 ? builder.CreateExtractElement(all, lane) : lanes[lane];
    builder.CreateAlignedStore(value, to.of(lane), alignOfLane(values));
  }
}

}  // namespace

llvm::Type* wholeType(Widening& widening, const LaneValues& values) {
  if (values.count == 1) return values.leaf;
  const unsigned bytes = values.count * leafBytes(widening, values);
  if (values.leaf->isPointerTy() || bytes > 8) return nullptr;
  return widening.builder().getIntNTy(bytes * 8);
}

LaneVectors loadStrided(Widening& widening, llvm::Value* first, Distance distance,
                        const LaneValues& values) {
  Builder& builder = widening.builder();
  const auto slots = static_cast<unsigned>(std::abs(distance.slots));
  auto* type = llvm::FixedVectorType::get(values.leaf, widening.lanes() * slots);
  llvm::Value* all = builder.CreateMaskedLoad(
      type, lowestAddress(widening, first, distance, values),
      alignOfLaneZero(widening, distance, values), maskOfSlots(widening, distance, values));
  Values vectors = cutVector(builder, all, slots);
  if (areSideBySide(distance, values)) return {vectors, true};
  vectors = fromMemoryOrder(builder, vectors);
  vectors.truncate(values.count);
  for (llvm::Value*& leaf : vectors) leaf = reversedIfDescending(widening, leaf, distance);
  return {vectors, false};
}

void storeStrided(Widening& widening, llvm::Value* first, Distance distance,
                  const LaneValues& values, llvm::ArrayRef<llvm::Value*> vectors) {
  Builder& builder = widening.builder();
  Values slots(vectors);
  if (!areSideBySide(distance, values)) {
    for (llvm::Value*& leaf : slots) leaf = reversedIfDescending(widening, leaf, distance);
    while (slots.size() < static_cast<size_t>(std::abs(distance.slots)))
      slots.push_back(llvm::PoisonValue::get(slots[0]->getType()));
    slots = toMemoryOrder(builder, slots);
  }
  builder.CreateMaskedStore(
      concatenate(builder, slots), lowestAddress(widening, first, distance, values),
      alignOfLaneZero(widening, distance, values), maskOfSlots(widening, distance, values));
}

LaneVectors gather(Widening& widening, llvm::Value* addresses, const LaneValues& values,
                   Frequency frequency) {
  addresses = withOffsetInBase(widening.builder(), addresses);
  if (llvm::Type* whole = wholeType(widening, values)) {
    auto* type = widening.vectorOf(whole);
    if (widening.target().isLegalMaskedGather(type, values.align) || frequency == Frequency::Rare)
      return cutWholes(
          widening,
          widening.builder().CreateMaskedGather(type, addresses, values.align, widening.mask),
          values);
    if (canGatherWords(widening, values))
      return cutWholes(widening, gatherFromWords(widening, addresses, values), values);
  }
  return loadLanes(widening, addresses, values);
}

LaneVectors gatherLeaves(Widening& widening, llvm::Value* addresses, const LaneValues& values) {
  Builder& builder = widening.builder();
  const unsigned ofBlock = kBlockBytes / leafBytes(widening, values);
  if (!llvm::has_single_bit(ofBlock) || ofBlock < 2 || values.count % ofBlock != 0 ||
      widening.lanes() % ofBlock != 0) {
    const LaneVectors gathered = gather(widening, addresses, values);
    return {gathered.asInMemory && values.count > 1 ? fromMemoryOrder(builder, gathered.vectors)
                                                    : gathered.vectors,
            false};
  }
  const LaneAddresses from(widening, addresses);
  Values lanes;
  for (unsigned lane = 0; lane < widening.lanes(); ++lane) lanes.push_back(from.of(lane));
  Values leaves;
  for (unsigned first = 0; first < values.count; first += ofBlock)
    leaves.append(
        loadBlocks(widening, lanes, first * leafBytes(widening, values), values, ofBlock));
  return {leaves, false};
}

void scatter(Widening& widening, llvm::Value* addresses, const LaneValues& values,
             llvm::ArrayRef<llvm::Value*> vectors, Frequency frequency) {
  Builder& builder = widening.builder();
  addresses = withOffsetInBase(builder, addresses);
  llvm::Value* all = concatenate(builder, vectors);
  if (llvm::Type* whole = wholeType(widening, values)) {
    auto* type = widening.vectorOf(whole);
    if (widening.target().isLegalMaskedScatter(type, values.align) ||
        frequency == Frequency::Rare) {
      if (values.count > 1) all = builder.CreateBitCast(all, type);
      builder.CreateMaskedScatter(all, addresses, values.align, widening.mask);
      return;
    }
  }
  storeLanes(widening, addresses, values, all);
}

}  // namespace lanewise
