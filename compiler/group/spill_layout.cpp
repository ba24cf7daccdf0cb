// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots are in memory only between regions, so two slots can share an offset if they are never live
// at the same re-entry point. Copies of each other come first (the sum of a loop before and after
// an iteration): then a store of a value that was just loaded is removed. Next come any two slots
// of the same size, which keeps the memory small.
#include "compiler/group/spill_layout.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace lanewise {
namespace {

// Bounds the time of the search for a shared place.
constexpr size_t kPlacesTried = 64;

struct Place {
  uint64_t sizeBytes;
  llvm::Align align;
  llvm::BitVector liveBehind;  // by exit
  std::vector<LiveSlot*> slots;

  bool canJoin(const Place& other) const {
    return sizeBytes == other.sizeBytes && align == other.align &&
           !liveBehind.anyCommon(other.liveBehind);
  }
  void join(Place& other) {
    liveBehind |= other.liveBehind;
    slots.insert(slots.end(), other.slots.begin(), other.slots.end());
    other.slots.clear();
  }
};

// The smallest re-entry point of the exit that each re-entry point is behind.
std::vector<unsigned> exitNumbers(const ReentryPoints& reentryPoints) {
  std::vector<unsigned> numbers(reentryPoints.blocks.size());
  for (const auto& [exit, behind] : reentryPoints.behind)
    for (unsigned reentryPoint : behind) numbers[reentryPoint] = behind.front();
  return numbers;
}

std::vector<Place> onePlaceEach(RegionPlan& plan, const llvm::DataLayout& layout) {
  const std::vector<unsigned> exits = exitNumbers(plan.reentryPoints);
  std::vector<Place> places;
  for (LiveSlot& slot : plan.slots) {
    Place place{layout.getTypeAllocSize(slot.variable->getAllocatedType()),
                slot.variable->getAlign(),
                llvm::BitVector(exits.size()),
                {}};
    for (unsigned reentryPoint : slot.liveAt) place.liveBehind.set(exits[reentryPoint]);
    if (slot.home == Home::SpillArea) place.slots.push_back(&slot);
    places.push_back(std::move(place));
  }
  return places;
}

void joinCopies(std::vector<Place>& places, const CopiedSlots& copied) {
  std::vector<size_t> placeOf(places.size());
  for (size_t i = 0; i < placeOf.size(); ++i) placeOf[i] = i;
  auto find = [&](size_t i) {
    while (placeOf[i] != i) i = placeOf[i] = placeOf[placeOf[i]];
    return i;
  };
  for (auto [first, second] : copied) {
    const size_t a = find(first), b = find(second);
    if (a == b || places[a].slots.empty() || places[b].slots.empty()) continue;
    if (!places[a].canJoin(places[b])) continue;
    places[a].join(places[b]);
    placeOf[b] = a;
  }
}

std::vector<Place> joinOthers(std::vector<Place> places) {
  std::vector<Place> result;
  for (Place& place : places) {
    if (place.slots.empty()) continue;
    const auto last =
        result.begin() + static_cast<ptrdiff_t>(std::min(result.size(), kPlacesTried));
    auto joined = std::find_if(result.begin(), last,
                               [&](const Place& other) { return other.canJoin(place); });
    if (joined != last)
      joined->join(place);
    else
      result.push_back(std::move(place));
  }
  return result;
}

class Offsets {
 public:
  uint64_t next(uint64_t sizeBytes, llvm::Align align) {
    align_ = std::max(align_, align);
    const uint64_t offsetBytes = llvm::alignTo(end_, align);
    end_ = offsetBytes + sizeBytes;
    return offsetBytes;
  }
  ItemPart whole() const { return {llvm::alignTo(end_, align_), align_}; }

 private:
  uint64_t end_ = 0;
  llvm::Align align_;
};

}  // namespace

ItemPart layOutSpillArea(RegionPlan& plan, const CopiedSlots& copied,
                         llvm::ArrayRef<llvm::AllocaInst*> variables,
                         const llvm::DataLayout& layout) {
  std::vector<Place> places = onePlaceEach(plan, layout);
  joinCopies(places, copied);
  places = joinOthers(std::move(places));
  // Descending alignment leaves no holes.
  llvm::stable_sort(places, [](const Place& a, const Place& b) { return a.align > b.align; });
  Offsets offsets;
  for (const Place& place : places) {
    const uint64_t offsetBytes = offsets.next(place.sizeBytes, place.align);
    for (LiveSlot* slot : place.slots) slot->offsetBytes = offsetBytes;
  }
  if (plan.reentryPoints.hasYields())
    plan.resumeOffsetBytes = offsets.next(sizeof(uint32_t), llvm::Align(sizeof(uint32_t)));
  if (plan.tracksEnded) plan.endedOffsetBytes = offsets.next(1, llvm::Align(1));
  for (llvm::AllocaInst* variable : variables)
    plan.variables.push_back(
        {variable,
         offsets.next(variable->getAllocationSize(layout)->getFixedValue(), variable->getAlign())});
  return offsets.whole();
}

}  // namespace lanewise
