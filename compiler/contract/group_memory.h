// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks by which passes on the code of a kernel's entry find memory whose contents end with the
// work-group, and the loop over work-groups. kernel-entry writes them, drop-group-stores reads
// them.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Metadata of the loads of the addresses of local memory and of the spill area.
inline constexpr llvm::StringLiteral kGroupMemory = "lanewise.group_memory";

/// A property of the loop over work-groups: one iteration runs one of them.
inline constexpr llvm::StringLiteral kGroupLoop = "lanewise.group_loop";

}  // namespace lanewise
