// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the number of slots is a power of two, slots with even and odd numbers are separated again
// and again: slots * log2(slots) shuffles of two vectors, which processors have. A shuffle of all
// at once would become many more.
#include "compiler/lanes/slots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

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

// Slots with even numbers, then those with odd numbers, and so on for each half.
Values deinterleave(Builder& builder, llvm::ArrayRef<llvm::Value*> sequence) {
  if (sequence.size() == 1) return {sequence[0]};
  Values result;
  for (const unsigned first : {0U, 1U}) {
    Values half;
    for (size_t i = 0; i < sequence.size(); i += 2)
      half.push_back(
          everyElement(builder, sequence[i], sequence[i + 1], first, 2, elementsOf(sequence[0])));
    result.append(deinterleave(builder, half));
  }
  return result;
}

// The inverse of deinterleave().
Values interleave(Builder& builder, llvm::ArrayRef<llvm::Value*> slots) {
  if (slots.size() == 1) return {slots[0]};
  const unsigned count = elementsOf(slots[0]);
  const Values even = interleave(builder, slots.take_front(slots.size() / 2));
  const Values odd = interleave(builder, slots.drop_front(slots.size() / 2));
  Values result;
  for (size_t i = 0; i < even.size(); ++i)
    for (const unsigned half : {0U, count / 2}) {
      llvm::SmallVector<int, 32> elements;
      for (unsigned k = 0; k < count; ++k)
        elements.push_back(static_cast<int>(half + k / 2 + k % 2 * count));
      result.push_back(builder.CreateShuffleVector(even[i], odd[i], elements));
    }
  return result;
}

// The order of deinterleave(): the bits of the slots' numbers are reversed.
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

}  // namespace

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
  if (llvm::has_single_bit(slots)) return inReversedBitOrder(deinterleave(builder, vectors));
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
  if (llvm::has_single_bit(count)) return interleave(builder, inReversedBitOrder(slots));
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
