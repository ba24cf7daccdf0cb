// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a barrier region does with the values that are live across barriers: where it loads those
// that it uses, and where it stores those that it defines. It does nothing for a value that it only
// passes on.
#pragma once

#include "compiler/group/region_writer.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace llvm {
class BasicBlock;
class Value;
}  // namespace llvm

namespace lanewise {

/// By re-entry point: the slots whose values are live there.
using LiveSlots = std::vector<std::vector<const LiveSlot*>>;

struct RegionValues {
  using Slots = std::vector<const LiveSlot*>;
  /// Used in the region and not defined in it. One load before the re-entry points part is enough:
  /// where the value is not live, what it loads is not used.
  Slots passedIn;
  /// By re-entry point: used or stored behind it before it is defined anew.
  llvm::DenseMap<unsigned, Slots> restoredAt;
  /// All of both, once.
  Slots loaded;
  /// By LiveSlot::variable. Values of the group where no work-item returns, and in a region with
  /// several re-entry points those of work-items, too: an exit would carry to itself what the
  /// region passes on from each re-entry point, such as the counters of all loops around it.
  llvm::DenseMap<const llvm::Value*, const LiveSlot*> storedWhereDefined;
  /// By exit: all others that are defined in the region and live behind the exit.
  llvm::DenseMap<const llvm::BasicBlock*, Slots> storedBy;
};

/// Takes time that grows linearly with the lists of `liveAt` for the region's re-entry points and
/// exits, and with its blocks.
RegionValues findRegionValues(const RegionPlan& plan, const Region& region,
                              const LiveSlots& liveAt);

}  // namespace lanewise
