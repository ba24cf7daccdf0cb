// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations of liblanewise.so (tests/api/replaced_allocations.h) and of mmap, of which one fails.
// Allocations of libc itself do not fail.
#pragma once

#include <cstdint>

namespace lanewise::test {

/// Counts allocations from 0 on all threads. The one with number `index` fails.
void failAllocation(uint64_t index);
/// Ends this. True if the allocation has failed.
bool endFailing();
/// Since failAllocation().
uint64_t allocationCount();

/// Blocks of the library that are not released, without those that the runtime recycles.
int64_t liveBlocks();

}  // namespace lanewise::test
