// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what is live across barriers in a kernel: values with a definition before and a use after a
// barrier, and private variables whose contents are used after one.
#pragma once

#include "compiler/group/find_regions.h"

#include <llvm/ADT/SetVector.h>

#include <vector>

namespace llvm {
class AllocaInst;
class Instruction;
}  // namespace llvm

namespace lanewise {

/// Where a value that crosses is found behind the barrier.
enum class Home {
  Recompute,  // made again of arguments, ids and constants
  Once,       // uniform: kept once for the group
  SpillArea,  // in the spill area, once for each work-item
};

struct LiveValue {
  llvm::Instruction* value;
  Home home;
  std::vector<unsigned> liveAt;  // re-entry points, ascending
  /// Recompute: `value` and the instructions that it is made of, in no order.
  llvm::SmallSetVector<llvm::Instruction*, 8> recipe;
};

/// In the function's order.
std::vector<LiveValue> findLiveValues(llvm::Function& function, const ReentryPoints& reentryPoints,
                                      const Uniformity& uniformity);

/// Allocas of the entry block whose contents may be needed behind a barrier, in order; none that is
/// marked as scratch or that the group has once.
std::vector<llvm::AllocaInst*> findLiveVariables(llvm::Function& function,
                                                 const ReentryPoints& reentryPoints);

}  // namespace lanewise
