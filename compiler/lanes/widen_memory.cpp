// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores by the shape of their address:
//
//   uniform                      a scalar load; a store of the last active lane's value
//   as far apart as the value    one access to all lanes' values, which lie side by side
//   anything else                a gather or scatter per leaf
//
// All are masked. LLVM makes plain accesses of those whose mask is known to be full.
#include "compiler/ir/interleaved.h"
#include "compiler/lanes/leaves.h"
#include "compiler/lanes/private_memory.h"
#include "compiler/lanes/widen_instruction.h"
#include "compiler/lanes/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

constexpr unsigned kMostInterleaved = 8;  // leaves of values that lie side by side

bool isByteSized(llvm::Type* type, const llvm::DataLayout& layout) {
  return layout.getTypeSizeInBits(type) == layout.getTypeStoreSizeInBits(type);
}

// How many slots of the leaf's size each lane has, if the lanes' values lie side by side: more than
// the leaves where there is padding. 0 if they do not.
unsigned slotsPerLane(Widening& widening, llvm::Value& address, llvm::ArrayRef<Leaf> leaves) {
  const Shape shape = widening.shapeOf(address);
  if (shape.kind != Shape::Strided || shape.stride <= 0) return 0;
  const auto size = widening.layout().getTypeStoreSize(leaves[0].type).getFixedValue();
  for (unsigned i = 0; i < leaves.size(); ++i)
    if (leaves[i].type != leaves[0].type || leaves[i].offsetBytes != i * size) return 0;
  const auto stride = static_cast<uint64_t>(shape.stride);
  const uint64_t slots = stride / size;
  if (stride % size != 0 || slots < leaves.size() || slots > kMostInterleaved) return 0;
  // Slots in front of the first value and behind the last one may lie outside of the object.
  return slots == leaves.size() || (leaves.size() == 3 && slots == 4) ? static_cast<unsigned>(slots)
                                                                      : 0;
}

// The mask of each slot: a lane's, and false for padding.
llvm::Value* maskOfSlots(Widening& widening, unsigned slots, unsigned leaves) {
  if (slots == 1) return widening.mask;
  llvm::SmallVector<int, 64> lanes;
  for (unsigned slot = 0; slot < widening.lanes() * slots; ++slot)
    lanes.push_back(slot % slots < leaves ? static_cast<int>(slot / slots)
                                          : static_cast<int>(widening.lanes()));
  return widening.builder().CreateShuffleVector(
      widening.mask, llvm::Constant::getNullValue(widening.mask->getType()), lanes);
}

void loadSideBySide(Widening& widening, llvm::LoadInst& load, llvm::ArrayRef<Leaf> leaves,
                    unsigned slots) {
  Builder& builder = widening.builder();
  auto* type = llvm::FixedVectorType::get(leaves[0].type, widening.lanes() * slots);
  llvm::Value* all =
      builder.CreateMaskedLoad(type, widening.scalar(load.getPointerOperand()), load.getAlign(),
                               maskOfSlots(widening, slots, static_cast<unsigned>(leaves.size())));
  Values result;
  for (unsigned leaf = 0; leaf < leaves.size(); ++leaf) {
    llvm::SmallVector<int, 32> elements;
    for (unsigned lane = 0; lane < widening.lanes(); ++lane)
      elements.push_back(static_cast<int>(lane * slots + leaf));
    result.push_back(slots == 1 ? all : builder.CreateShuffleVector(all, elements));
  }
  widening.setLeaves(load, result);
}

// The vectors one behind another.
llvm::Value* concatenate(Builder& builder, Values vectors) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vectors[0]->getType());
  while (vectors.size() & (vectors.size() - 1)) vectors.push_back(llvm::PoisonValue::get(type));
  unsigned count = type->getNumElements();
  for (; vectors.size() > 1; count *= 2) {
    llvm::SmallVector<int, 64> elements;
    for (unsigned i = 0; i < 2 * count; ++i) elements.push_back(static_cast<int>(i));
    Values pairs;
    for (size_t i = 0; i < vectors.size(); i += 2)
      pairs.push_back(builder.CreateShuffleVector(vectors[i], vectors[i + 1], elements));
    vectors = pairs;
  }
  return vectors[0];
}

void storeSideBySide(Widening& widening, llvm::StoreInst& store, const Values& values,
                     unsigned slots) {
  Builder& builder = widening.builder();
  llvm::Value* all = values[0];
  if (slots > 1) {
    llvm::SmallVector<int, 64> elements;
    for (unsigned slot = 0; slot < widening.lanes() * slots; ++slot)
      elements.push_back(slot % slots < values.size()
                             ? static_cast<int>(slot % slots * widening.lanes() + slot / slots)
                             : -1);
    all = builder.CreateShuffleVector(concatenate(builder, values), elements);
  }
  builder.CreateMaskedStore(all, widening.scalar(store.getPointerOperand()), store.getAlign(),
                            maskOfSlots(widening, slots, static_cast<unsigned>(values.size())));
}

// The addresses of a leaf.
llvm::Value* addressesOf(Widening& widening, llvm::Value* address, const Leaf& leaf) {
  llvm::Value* first = widening.leaf(address);
  if (leaf.offsetBytes == 0) return first;
  return widening.builder().CreateGEP(widening.builder().getInt8Ty(), first,
                                      widening.builder().getInt64(leaf.offsetBytes));
}

// One element per lane, anywhere.
llvm::Value* loadElement(Widening& widening, llvm::Value* address, const Leaf& leaf,
                         llvm::Align align) {
  if (interleavedVariable(*address))
    return loadInterleaved(widening, address, leaf.offsetBytes, leaf.type);
  Builder& builder = widening.builder();
  if (widening.isUniform(*address)) {
    llvm::Value* from =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), widening.scalar(address), leaf.offsetBytes);
    return builder.CreateVectorSplat(
        widening.lanes(),
        builder.CreateAlignedLoad(leaf.type, from, llvm::commonAlignment(align, leaf.offsetBytes)));
  }
  return builder.CreateMaskedGather(widening.vectorOf(leaf.type),
                                    addressesOf(widening, address, leaf),
                                    llvm::commonAlignment(align, leaf.offsetBytes), widening.mask);
}

void storeElement(Widening& widening, llvm::Value* address, const Leaf& leaf, llvm::Align align,
                  llvm::Value* value) {
  if (interleavedVariable(*address))
    return storeInterleaved(widening, address, leaf.offsetBytes, value);
  widening.builder().CreateMaskedScatter(value, addressesOf(widening, address, leaf),
                                         llvm::commonAlignment(align, leaf.offsetBytes),
                                         widening.mask);
}

// A store of the value that the last active lane has.
void storeOnce(Widening& widening, llvm::StoreInst& store) {
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

void widenLoad(Widening& widening, llvm::LoadInst& load) {
  const auto leaves = leavesOf(load.getType(), widening.layout());
  const bool plain = load.isUnordered() && llvm::all_of(leaves, [&](const Leaf& leaf) {
                       return isByteSized(leaf.type, widening.layout());
                     });
  if (!plain) return runLaneByLane(widening, load);
  if (!interleavedVariable(*load.getPointerOperand()))
    if (const unsigned slots = slotsPerLane(widening, *load.getPointerOperand(), leaves))
      return loadSideBySide(widening, load, leaves, slots);
  Values result;
  for (const Leaf& leaf : leaves)
    result.push_back(loadElement(widening, load.getPointerOperand(), leaf, load.getAlign()));
  widening.setLeaves(load, result);
}

void widenStore(Widening& widening, llvm::StoreInst& store) {
  const auto leaves = leavesOf(store.getValueOperand()->getType(), widening.layout());
  llvm::Value* address = store.getPointerOperand();
  const bool interleaved = interleavedVariable(*address);
  if (!store.isVolatile() && !interleaved && widening.isUniform(*address))
    return storeOnce(widening, store);
  const bool plain = store.isUnordered() && llvm::all_of(leaves, [&](const Leaf& leaf) {
                       return isByteSized(leaf.type, widening.layout());
                     });
  if (!plain) return runLaneByLane(widening, store);
  const Values values = widening.leaves(store.getValueOperand());
  if (!interleaved)
    if (const unsigned slots = slotsPerLane(widening, *address, leaves))
      return storeSideBySide(widening, store, values, slots);
  for (unsigned i = 0; i < leaves.size(); ++i)
    storeElement(widening, address, leaves[i], store.getAlign(), values[i]);
}

bool widenInterleavedCopy(Widening& widening, llvm::MemIntrinsic& memory) {
  auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&memory);
  llvm::Value* to = memory.getRawDest();
  llvm::Value* from = copy ? copy->getRawSource() : nullptr;
  const llvm::AllocaInst* variable = interleavedVariable(*to);
  if (!variable && from) variable = interleavedVariable(*from);
  if (!variable) return false;
  const llvm::Align toAlign = memory.getDestAlign().valueOrOne();
  for (const Leaf& element : elementsOf(memory, interleavedBytes(*variable))) {
    llvm::Value* value =
        from ? loadElement(widening, from, element, copy->getSourceAlign().valueOrOne())
             : fillOf(widening, llvm::cast<llvm::MemSetInst>(memory).getValue(), element);
    storeElement(widening, to, element, toAlign, value);
  }
  return true;
}

}  // namespace lanewise
