// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One masked access for each piece. A value of several pieces is put together by shuffles of two
// vectors, which processors have.
#include "compiler/lanes/write/lane_pieces.h"

#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

#include <numeric>

namespace lanewise {
namespace {

using Values = llvm::SmallVector<llvm::Value*, 4>;

// The lanes of each slot of a piece: the slot is their leaf `leaf`.
using LanesOfSlots = llvm::SmallVector<llvm::SmallVector<unsigned, 1>, 16>;

LanesOfSlots lanesOf(const LanePieces& pieces, int64_t begin, unsigned leaf) {
  const size_t lanes = pieces.slots.size();
  LanesOfSlots result(lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const int64_t slot = pieces.slots[lane] + leaf - begin;
    if (slot >= 0 && slot < static_cast<int64_t>(lanes))
      result[static_cast<size_t>(slot)].push_back(lane);
  }
  return result;
}

// A slot is accessed if one of its lanes is active.
llvm::Value* maskOf(Widening& widening, const LanePieces& pieces, int64_t begin, unsigned count) {
  auto& builder = widening.builder();
  llvm::Value* none = llvm::Constant::getNullValue(widening.maskType());
  llvm::Value* mask = nullptr;
  LanesOfSlots all(widening.lanes());
  for (unsigned leaf = 0; leaf < count; ++leaf)
    for (auto [slot, lanes] : llvm::enumerate(lanesOf(pieces, begin, leaf)))
      all[slot].append(lanes);
  for (bool isLast = false; !isLast;) {
    isLast = true;
    llvm::SmallVector<int, 16> lanes;
    for (auto& ofSlot : all) {
      lanes.push_back(static_cast<int>(ofSlot.empty() ? widening.lanes() : ofSlot.pop_back_val()));
      isLast &= ofSlot.empty();
    }
    llvm::Value* some = builder.CreateShuffleVector(widening.mask, none, lanes);
    mask = mask ? builder.CreateOr(mask, some) : some;
  }
  return mask;
}

llvm::Value* addressOf(Widening& widening, llvm::Value* first, int64_t begin,
                       const LaneValues& values) {
  return widening.builder().CreateGEP(values.leaf, first,
                                      widening.builder().getInt64(static_cast<uint64_t>(begin)));
}

// Every lane's address is a multiple of the values' alignment, if the lane is active.
llvm::Align alignOf(Widening& widening, const LanePieces& pieces, int64_t begin,
                    const LaneValues& values) {
  int64_t slots = 0;
  for (const int64_t slot : pieces.slots) slots = std::gcd(slots, slot - begin);
  const uint64_t bytes = widening.layout().getTypeStoreSize(values.leaf).getFixedValue();
  return llvm::commonAlignment(values.align, static_cast<uint64_t>(slots) * bytes);
}

// Elements of two vectors of lanes: `taken` counts through both.
llvm::Value* join(Widening& widening, llvm::Value* first, llvm::Value* second,
                  llvm::ArrayRef<int> taken) {
  if (!first) first = llvm::PoisonValue::get(second->getType());
  return widening.builder().CreateShuffleVector(first, second, taken);
}

}  // namespace

LaneVectors loadPieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                       const LaneValues& values) {
  auto& builder = widening.builder();
  const unsigned lanes = widening.lanes();
  Values leaves(values.count);
  for (const int64_t begin : pieces.begins) {
    llvm::Value* piece = builder.CreateMaskedLoad(
        widening.vectorOf(values.leaf), addressOf(widening, first, begin, values),
        alignOf(widening, pieces, begin, values), maskOf(widening, pieces, begin, values.count));
    for (unsigned leaf = 0; leaf < values.count; ++leaf) {
      llvm::SmallVector<int, 16> taken;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const int64_t slot = pieces.slots[lane] + leaf - begin;
        const bool isHere = slot >= 0 && slot < static_cast<int64_t>(lanes);
        taken.push_back(static_cast<int>(isHere ? lanes + slot : lane));
      }
      leaves[leaf] = join(widening, leaves[leaf], piece, taken);
    }
  }
  return {leaves, values.count == 1};
}

void storePieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                 const LaneValues& values, llvm::ArrayRef<llvm::Value*> leaves) {
  const unsigned lanes = widening.lanes();
  for (const int64_t begin : pieces.begins) {
    llvm::Value* piece = nullptr;
    for (unsigned leaf = 0; leaf < values.count; ++leaf) {
      llvm::SmallVector<int, 16> taken;
      for (auto [slot, ofSlot] : llvm::enumerate(lanesOf(pieces, begin, leaf)))
        taken.push_back(static_cast<int>(ofSlot.empty() ? slot : lanes + ofSlot[0]));
      piece = join(widening, piece, leaves[leaf], taken);
    }
    widening.builder().CreateMaskedStore(piece, addressOf(widening, first, begin, values),
                                         alignOf(widening, pieces, begin, values),
                                         maskOf(widening, pieces, begin, values.count));
  }
}

}  // namespace lanewise
