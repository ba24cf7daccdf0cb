// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a compiled kernel as the runtime does, with guards around its memory.
#pragma once

#include "interface/kernel_abi.h"
#include "tests/reference/item_threads.h"

#include <string>

namespace lanewise::fuzz {

struct EntryRun {
  abi::Entry entry;
  const Range& range;
  /// The argument block, aligned by abi::kBlockAlignment.
  const void* arguments;
  uint64_t argumentBytes;
  uint64_t localBytes;
  uint64_t spillBytes;
  /// The groups run in two parts; the second one begins at this group.
  uint64_t cut;
  /// How often all groups run.
  unsigned times = 1;
};

/// Returns what the kernel wrote outside of its memory, or nothing.
std::string runEntry(const EntryRun& run);

}  // namespace lanewise::fuzz
