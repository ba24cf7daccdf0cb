// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of what is one access, or a few.
#include "compiler/lanes/plan/access_form.h"

#include "compiler/lanes/known/lane_patterns.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstdlib>

namespace lanewise {
namespace {

/// Lanes' values that do not lie side by side are one access to all that lies between if they are
/// at most so many leaves apart.
constexpr int64_t kMostSlots = 4;
constexpr unsigned kMostLanesOfSlot = 4;  // each costs an operation on masks
constexpr uint64_t kMostGatheredBytes = 8;

}  // namespace

bool areNear(double values) { return values <= kMostSlots; }

llvm::SmallVector<LeafRun, 1> runsOf(llvm::ArrayRef<Leaf> leaves, const llvm::DataLayout& layout) {
  llvm::SmallVector<LeafRun, 1> runs;
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

std::optional<Distance> distanceOf(int64_t strideBytes, uint64_t leafBytes, unsigned count) {
  const auto bytes = static_cast<int64_t>(leafBytes);
  if (strideBytes == 0 || strideBytes % bytes != 0) return std::nullopt;
  const int64_t slots = strideBytes / bytes;
  const int64_t size = std::abs(slots);
  if (size < count || size > std::max<int64_t>(kMostSlots, count)) return std::nullopt;
  return Distance{static_cast<int>(slots)};
}

std::optional<LanePieces> piecesOf(const LanePattern& pattern, uint64_t leafBytes, unsigned count) {
  const auto bytes = static_cast<int64_t>(leafBytes);
  const auto lanes = static_cast<int64_t>(pattern.steps.size());
  const auto floor = [](int64_t a, int64_t b) { return llvm::divideFloorSigned(a, b); };
  const int64_t firstSlot = floor(pattern.steps[0], bytes);
  LanePieces pieces;
  llvm::SmallDenseMap<int64_t, unsigned> lanesOfSlot;
  for (const int64_t step : pattern.steps) {
    const int64_t distance = step - pattern.steps[0];
    if (distance % bytes != 0) return std::nullopt;
    const int64_t slot = distance / bytes;
    pieces.slots.push_back(slot);
    for (unsigned leaf = 0; leaf < count; ++leaf) {
      ++lanesOfSlot[slot + leaf];
      pieces.begins.push_back(floor(slot + leaf + firstSlot, lanes) * lanes - firstSlot);
    }
  }
  llvm::sort(pieces.begins);
  pieces.begins.erase(llvm::unique(pieces.begins), pieces.begins.end());
  pieces.mostLanes = 0;
  for (const auto& [slot, number] : lanesOfSlot)
    pieces.mostLanes = std::max(pieces.mostLanes, number);
  const unsigned most = count * leafBytes <= kMostGatheredBytes ? count * kMostSlots : count;
  if (pieces.begins.size() > most || pieces.mostLanes > kMostLanesOfSlot) return std::nullopt;
  return pieces;
}

}  // namespace lanewise
