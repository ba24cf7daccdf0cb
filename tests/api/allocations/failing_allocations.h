// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations of the whole process, of which one fails: operator new, posix_memalign, mmap. The
// functions of the program replace those of the libraries. Allocations of libc itself do not fail.
#pragma once

#include <cstdint>

namespace lanewise::test {

/// Counts allocations from 0 on all threads. The one with number `index` fails.
void failAllocation(uint64_t index);
/// Ends this. True if the allocation has failed.
bool endFailing();
/// Since failAllocation().
uint64_t allocationCount();

/// Blocks of operator new that are not deleted, without those that the runtime recycles.
int64_t liveBlocks();

}  // namespace lanewise::test
