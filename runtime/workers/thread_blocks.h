// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a thread lends to the work-groups it runs: local memory between its margins and
// the spill area, one block per thread, grown when a kernel needs more and freed when the thread
// ends.
#pragma once

#include "interface/kernel_abi.h"

#include <cstdint>

namespace lanewise {

/// Local memory and spill area of one group together may not be more; a launch that needs more is
/// refused.
inline constexpr uint64_t kMaxThreadBlockBytes = uint64_t{64} << 20;
/// The most that local memory and spill area of a group may have together, each aligned.
inline constexpr uint64_t kMaxGroupBytes =
    kMaxThreadBlockBytes - 2 * abi::kBlockAlignment - 2 * abi::kLocalMarginBytes;

/// The calling thread's block of at least these sizes in bytes. Local memory is aligned by
/// abi::kMostVariableAlignment, the spill area by abi::kBlockAlignment. Valid until the thread asks
/// for a bigger one. Null pointers if memory is exhausted or the bound is exceeded.
abi::Worker threadBlocks(uint64_t localBytes, uint64_t spillBytes);

}  // namespace lanewise
