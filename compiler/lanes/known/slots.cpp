// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the number of slots is a power of two, slots with even and odd numbers are separated again
// and again: slots * log2(slots) shuffles of two vectors, which processors have. A shuffle of all
// at once would become many more.
#include "compiler/lanes/known/slots.h"

#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilderBase;
using Values = llvm::SmallVector<llvm::Value*, 4>;

unsigned elementsOf(const llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

// Elements first, first + step ... of a vector, or of two, one behind the other.
llvm::Value* everyElement(Builder& builder, llvm::Value* vector, llvm::Value* other, unsigned first,
                          unsigned step, unsigned count) {
  llvm::SmallVector<int, 64> elements;
  for (unsigned i = 0; i < count; ++i) elements.push_back(static_cast<int>(first + i * step));
  return other ? builder.CreateShuffleVector(vector, other, elements)
               : builder.CreateShuffleVector(vector, elements);
}

// The elements with even numbers of each block of two vectors, or those with odd ones.
llvm::Value* everySecond(Builder& builder, llvm::Value* a, llvm::Value* b, unsigned ofBlock,
                         unsigned first) {
  const unsigned count = elementsOf(a);
  llvm::SmallVector<int, 64> elements;
  for (unsigned block = 0; block < count; block += ofBlock)
    for (const unsigned vector : {0U, count})
      for (unsigned i = first; i < ofBlock; i += 2)
        elements.push_back(static_cast<int>(vector + block + i));
  return builder.CreateShuffleVector(a, b, elements);
}

// Slots with even numbers, then those with odd numbers, and so on for each half.
Values separated(Builder& builder, llvm::ArrayRef<llvm::Value*> sequence, unsigned ofBlock) {
  if (sequence.size() == 1) return {sequence[0]};
  Values result;
  for (const unsigned first : {0U, 1U}) {
    Values half;
    for (size_t i = 0; i < sequence.size(); i += 2)
      half.push_back(everySecond(builder, sequence[i], sequence[i + 1], ofBlock, first));
    result.append(separated(builder, half, ofBlock));
  }
  return result;
}

// The inverse of separated().
Values inTurns(Builder& builder, llvm::ArrayRef<llvm::Value*> slots, unsigned ofBlock) {
  if (slots.size() == 1) return {slots[0]};
  const Values even = inTurns(builder, slots.take_front(slots.size() / 2), ofBlock);
  const Values odd = inTurns(builder, slots.drop_front(slots.size() / 2), ofBlock);
  Values result;
  for (size_t i = 0; i < even.size(); ++i)
    for (const bool upper : {false, true})
      result.push_back(unpack(builder, even[i], odd[i], ofBlock, upper));
  return result;
}

// The elements of a block. Shuffles within blocks take a third of the time of others in registers
// of two blocks. Where there are four slots or more, it pays to bring the blocks into an order
// first in which no others are needed. Otherwise a vector is one block.
unsigned elementsOfBlock(Builder& builder, llvm::ArrayRef<llvm::Value*> vectors) {
  const llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const unsigned lanes = elementsOf(vectors[0]);
  const auto bits = static_cast<unsigned>(
      module.getDataLayout().getTypeSizeInBits(vectors[0]->getType()->getScalarType()));
  const unsigned ofBlock = kBlockBytes * 8 / bits;
  const bool hasTwoBlocks = vectorRegisterBits(module) == 2 * kBlockBytes * 8;
  return hasTwoBlocks && vectors.size() >= 4 && bits >= 16 && lanes % (2 * ofBlock) == 0 ? ofBlock
                                                                                         : lanes;
}

// Block `block` of both.
llvm::Value* blocksOf(Builder& builder, llvm::Value* a, llvm::Value* b, unsigned ofBlock,
                      unsigned block) {
  llvm::SmallVector<int, 16> elements;
  for (const unsigned vector : {0U, elementsOf(a)})
    for (unsigned i = 0; i < ofBlock; ++i)
      elements.push_back(static_cast<int>(vector + block * ofBlock + i));
  return builder.CreateShuffleVector(a, b, elements);
}

// The blocks of vectors of two blocks: vector n gets block n of memory, and the one that is as many
// blocks behind it as there are vectors.
Values blocksInTurns(Builder& builder, llvm::ArrayRef<llvm::Value*> inMemory, unsigned ofBlock) {
  if (elementsOf(inMemory[0]) == ofBlock) return Values(inMemory);
  const size_t count = inMemory.size();
  Values result;
  for (size_t n = 0; n < count; ++n)
    result.push_back(blocksOf(builder, inMemory[n / 2], inMemory[(count + n) / 2], ofBlock, n % 2));
  return result;
}

// The inverse of blocksInTurns().
Values blocksInMemory(Builder& builder, llvm::ArrayRef<llvm::Value*> vectors, unsigned ofBlock) {
  if (elementsOf(vectors[0]) == ofBlock) return Values(vectors);
  const size_t count = vectors.size();
  Values result;
  for (const unsigned block : {0U, 1U})
    for (size_t n = 0; n < count; n += 2)
      result.push_back(blocksOf(builder, vectors[n], vectors[n + 1], ofBlock, block));
  return result;
}

// The order of separated(): the bits of the slots' numbers are reversed.
Values inReversedBitOrder(llvm::ArrayRef<llvm::Value*> slots) {
  Values result(slots.size());
  const int bits = llvm::countr_zero(slots.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    size_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= (i >> bit & 1) << (bits - 1 - bit);
    result[reversed] = slots[i];
  }
  return result;
}

// The part of memory with as many slots as a power of two.
Values partFromMemory(Builder& builder, llvm::ArrayRef<llvm::Value*> vectors, unsigned ofBlock) {
  return inReversedBitOrder(separated(builder, blocksInTurns(builder, vectors, ofBlock), ofBlock));
}

Values partToMemory(Builder& builder, llvm::ArrayRef<llvm::Value*> slots, unsigned ofBlock) {
  return blocksInMemory(builder, inTurns(builder, inReversedBitOrder(slots), ofBlock), ofBlock);
}

}  // namespace

llvm::Value* unpack(Builder& builder, llvm::Value* a, llvm::Value* b, unsigned ofBlock,
                    bool upper) {
  const unsigned count = elementsOf(a);
  llvm::SmallVector<int, 64> elements;
  for (unsigned block = 0; block < count; block += ofBlock)
    for (unsigned i = 0; i < ofBlock / 2; ++i) {
      const unsigned element = block + (upper ? ofBlock / 2 : 0) + i;
      elements.push_back(static_cast<int>(element));
      elements.push_back(static_cast<int>(element + count));
    }
  return builder.CreateShuffleVector(a, b, elements);
}

llvm::Value* concatenate(Builder& builder, llvm::ArrayRef<llvm::Value*> vectors) {
  Values parts(vectors);
  const unsigned wanted = elementsOf(vectors[0]) * static_cast<unsigned>(vectors.size());
  while (!llvm::has_single_bit(parts.size()))
    parts.push_back(llvm::PoisonValue::get(parts[0]->getType()));
  for (unsigned count = elementsOf(parts[0]); parts.size() > 1; count *= 2) {
    Values pairs;
    for (size_t i = 0; i < parts.size(); i += 2)
      pairs.push_back(everyElement(builder, parts[i], parts[i + 1], 0, 1, 2 * count));
    parts = pairs;
  }
  return elementsOf(parts[0]) == wanted ? parts[0]
                                        : everyElement(builder, parts[0], nullptr, 0, 1, wanted);
}

Values cutVector(Builder& builder, llvm::Value* vector, unsigned count) {
  if (count == 1) return {vector};
  const unsigned length = elementsOf(vector) / count;
  Values result;
  for (unsigned i = 0; i < count; ++i)
    result.push_back(everyElement(builder, vector, nullptr, i * length, 1, length));
  return result;
}

Values fromMemoryOrder(Builder& builder, llvm::ArrayRef<llvm::Value*> vectors) {
  const auto slots = static_cast<unsigned>(vectors.size());
  const unsigned lanes = elementsOf(vectors[0]);
  if (llvm::has_single_bit(slots)) {
    const unsigned ofBlock = elementsOfBlock(builder, vectors);
    if (lanes <= 2 * ofBlock) return partFromMemory(builder, vectors, ofBlock);
    // LLVM makes others of shuffles of several registers.
    const unsigned parts = lanes / (2 * ofBlock);
    const Values inMemory = cutVector(builder, concatenate(builder, vectors), parts * slots);
    llvm::SmallVector<Values> bySlot(slots);
    for (unsigned part = 0; part < parts; ++part)
      for (const auto& [slot, ofPart] : llvm::enumerate(partFromMemory(
               builder, llvm::ArrayRef(inMemory).slice(part * slots, slots), ofBlock)))
        bySlot[slot].push_back(ofPart);
    Values result;
    for (const Values& ofSlot : bySlot) result.push_back(concatenate(builder, ofSlot));
    return result;
  }
  llvm::Value* all = concatenate(builder, vectors);
  Values result;
  for (unsigned slot = 0; slot < slots; ++slot)
    result.push_back(everyElement(builder, all, nullptr, slot, slots, lanes));
  return result;
}

Values toMemoryOrder(Builder& builder, llvm::ArrayRef<llvm::Value*> slots) {
  const auto count = static_cast<unsigned>(slots.size());
  const unsigned lanes = elementsOf(slots[0]);
  if (llvm::all_equal(slots)) {
    Values result;
    for (unsigned i = 0; i < count; ++i) result.push_back(repeatLanes(builder, slots[0], i, count));
    return result;
  }
  if (llvm::has_single_bit(count)) {
    const unsigned ofBlock = elementsOfBlock(builder, slots);
    if (lanes <= 2 * ofBlock) return partToMemory(builder, slots, ofBlock);
    const unsigned parts = lanes / (2 * ofBlock);
    const Values bySlot = cutVector(builder, concatenate(builder, slots), parts * count);
    Values inMemory;
    for (unsigned part = 0; part < parts; ++part) {
      Values ofPart;
      for (unsigned slot = 0; slot < count; ++slot) ofPart.push_back(bySlot[slot * parts + part]);
      inMemory.append(partToMemory(builder, ofPart, ofBlock));
    }
    return cutVector(builder, concatenate(builder, inMemory), count);
  }
  llvm::SmallVector<int, 64> elements;
  for (unsigned i = 0; i < lanes * count; ++i)
    elements.push_back(static_cast<int>(i % count * lanes + i / count));
  return cutVector(builder, builder.CreateShuffleVector(concatenate(builder, slots), elements),
                   count);
}

llvm::Value* repeatLanes(Builder& builder, llvm::Value* lanes, unsigned index, unsigned slots) {
  if (slots == 1) return lanes;
  const unsigned count = elementsOf(lanes);
  llvm::SmallVector<int, 32> elements;
  for (unsigned k = 0; k < count; ++k)
    elements.push_back(static_cast<int>((index * count + k) / slots));
  return builder.CreateShuffleVector(lanes, elements);
}

}  // namespace lanewise
