// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each region, region_writer.cpp asks which values to load and store where. Whether a value
// defined in the region is needed at a re-entry point is a question of liveness inside of the
// region: a walk back from the uses to the definition.
#include "compiler/group/region_values.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using Blocks = llvm::SmallVector<const llvm::BasicBlock*, 2>;
using SlotSet = llvm::SmallSetVector<const LiveSlot*, 16>;

class Finder {
 public:
  Finder(const RegionPlan& plan, const Region& region, const LiveSlots& liveAt)
      : plan_(plan),
        region_(region),
        liveAt_(liveAt),
        blocks_(region.blocks.begin(), region.blocks.end()) {
    for (unsigned reentryPoint : region.reentryPoints)
      reentryPointOf_[plan.reentryPoints.blocks[reentryPoint]] = reentryPoint;
    for (const llvm::BasicBlock* block : region.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
          loadedIn_[load->getPointerOperand()].push_back(block);
  }

  RegionValues find() {
    findStoredWhereDefined();
    for (const llvm::BasicBlock* block : region_.blocks) findStoredBy(*block);
    findLoaded();
    return std::move(result_);
  }

 private:
  bool isDefinedHere(const LiveSlot& slot) const {
    return slot.home != Home::Recompute && blocks_.contains(slot.definedIn);
  }

  SlotSet liveAtAny(llvm::ArrayRef<unsigned> reentryPoints) const {
    SlotSet result;
    for (unsigned reentryPoint : reentryPoints)
      result.insert(liveAt_[reentryPoint].begin(), liveAt_[reentryPoint].end());
    return result;
  }

  // A value of the group has a place of its own. Where work-items may return, they have other
  // values of a loop than those that leave it at an exit, so only the latter store them. The place
  // of a work-item's value may be that of another one behind another exit, which the region must
  // not overwrite on its way there.
  void findStoredWhereDefined() {
    llvm::DenseMap<const LiveSlot*, size_t> exits;  // behind how many of them the value is live
    llvm::DenseMap<uint64_t, size_t> taken;         // behind how many of them the place is
    for (unsigned exit : region_.exits)
      for (const LiveSlot* slot : liveAt_[exit]) {
        ++exits[slot];
        if (slot->home == Home::SpillArea) ++taken[slot->offsetBytes];
      }
    const bool passesOn = region_.reentryPoints.size() > 1;
    for (const auto& [slot, count] : exits)
      if (isDefinedHere(*slot) &&
          (slot->home == Home::Once ? !region_.returns
                                    : passesOn && taken.lookup(slot->offsetBytes) == count))
        result_.storedWhereDefined[slot->variable] = slot;
  }

  void findStoredBy(const llvm::BasicBlock& block) {
    const auto behind = plan_.reentryPoints.behind.find(&block);
    if (behind == plan_.reentryPoints.behind.end()) return;
    for (const LiveSlot* slot : liveAtAny(behind->second)) {
      if (!isDefinedHere(*slot) || result_.storedWhereDefined.contains(slot->variable)) continue;
      result_.storedBy[&block].push_back(slot);
      storedAt_[slot].push_back(&block);
    }
  }

  void findLoaded() {
    for (const LiveSlot* slot : liveAtAny(region_.reentryPoints)) {
      if (isDefinedHere(*slot)) {
        const llvm::SmallVector<unsigned> needing = reentryPointsBefore(*slot);
        for (unsigned reentryPoint : needing) result_.restoredAt[reentryPoint].push_back(slot);
        if (!needing.empty()) result_.loaded.push_back(slot);
      } else if (loadedIn_.contains(slot->variable)) {
        result_.passedIn.push_back(slot);
        result_.loaded.push_back(slot);
      }
    }
  }

  // From which a path leads to a use of the value, or to an exit that stores it, before it is
  // defined anew. Loads in the block of the definition stand behind it.
  llvm::SmallVector<unsigned> reentryPointsBefore(const LiveSlot& slot) const {
    llvm::SmallVector<unsigned> result;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> work;
    const auto need = [&](const llvm::BasicBlock* block) {
      if (block == slot.definedIn || !blocks_.contains(block) || !seen.insert(block).second) return;
      work.push_back(block);
      if (const auto found = reentryPointOf_.find(block); found != reentryPointOf_.end())
        result.push_back(found->second);
    };
    llvm::for_each(loadedIn_.lookup(slot.variable), need);
    llvm::for_each(storedAt_.lookup(&slot), need);
    while (!work.empty())
      for (const llvm::BasicBlock* before : llvm::predecessors(work.pop_back_val()))
        if (!plan_.reentryPoints.isExit(before)) need(before);
    return result;
  }

  const RegionPlan& plan_;
  const Region& region_;
  const LiveSlots& liveAt_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> reentryPointOf_;
  llvm::DenseMap<const llvm::Value*, Blocks> loadedIn_;  // by address
  llvm::DenseMap<const LiveSlot*, Blocks> storedAt_;     // exits
  RegionValues result_;
};

}  // namespace

RegionValues findRegionValues(const RegionPlan& plan, const Region& region,
                              const LiveSlots& liveAt) {
  return Finder(plan, region, liveAt).find();
}

}  // namespace lanewise
