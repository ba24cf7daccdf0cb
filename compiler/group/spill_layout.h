// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets of values and variables in a work-item's part of the spill area. Called by pass
// barrier-regions.
#pragma once

#include "compiler/group/region_writer.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>
#include <utility>

namespace llvm {
class DataLayout;
}  // namespace llvm

namespace lanewise {

struct ItemPart {
  uint64_t sizeBytes = 0;  // a multiple of the alignment
  llvm::Align align;
};

/// Pairs of indices of plan.slots: a value of the first is one of the second on some path, so that
/// a copy is saved if they have the same place.
using CopiedSlots = std::vector<std::pair<size_t, size_t>>;

/// Sets offsetBytes of the slots with Home::SpillArea, of the mark of ended work-items, and of
/// `variables`, which become plan.variables. Slots have the same place only if no re-entry point
/// needs both.
ItemPart layOutSpillArea(RegionPlan& plan, const CopiedSlots& copied,
                         llvm::ArrayRef<llvm::AllocaInst*> variables,
                         const llvm::DataLayout& layout);

}  // namespace lanewise
