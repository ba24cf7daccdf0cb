// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the barrier regions of a kernel: the second half of pass barrier-regions, which decides
// what the regions are and where values are stored.
#pragma once

#include "compiler/group/live_across_barriers.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
}  // namespace llvm

namespace lanewise {

/// A value that crosses barriers, after all its definitions and uses became stores and loads of
/// `variable`.
struct LiveSlot {
  llvm::AllocaInst* variable;
  Home home;
  const llvm::BasicBlock* definedIn;
  std::vector<unsigned> liveAt;
  llvm::AllocaInst* once = nullptr;     // Home::Once: what the group keeps
  uint64_t offsetBytes = 0;             // Home::SpillArea: in the work-item's part
  llvm::Instruction* recipe = nullptr;  // Home::Recompute: an instruction outside of any block
};

/// A private variable in the work-item's part of the spill area.
struct SpillVariable {
  llvm::AllocaInst* variable;
  uint64_t offsetBytes;
};

struct RegionPlan {
  ReentryPoints reentryPoints;
  std::vector<Region> regions;
  std::vector<LiveSlot> slots;
  std::vector<SpillVariable> variables;
  /// Where work-items may end early: a byte of the work-item's part that says so.
  bool tracksEnded = false;
  uint64_t endedOffsetBytes = 0;
  /// Where there are yields: 4 bytes of the work-item's part, the re-entry point that it is at.
  uint64_t resumeOffsetBytes = 0;
};

/// Replaces all blocks of the function but the entry by the regions and the branches between them.
/// The slots' variables are no longer live from one region to the next and can be promoted; what
/// the group keeps is in allocas until the loops over work-items exist.
void writeRegions(llvm::Function& function, const RegionPlan& plan);

}  // namespace lanewise
