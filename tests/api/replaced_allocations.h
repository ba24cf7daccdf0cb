// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that liblanewise.so allocates, seen by a test program: failing_memory.cpp and
// allocations/failing_allocations.cpp define what happens. The library contains its own operator
// new (docs/design/own-memory.md), which calls malloc. With AddressSanitizer, which defines malloc,
// the library shares operator new with the program.
#pragma once

#include <cstddef>

namespace lanewise::test {

/// True if an allocation of the calling thread must fail. Called for each one of the library.
bool allocationFails();
/// The library has allocated `block`, with an alignment if it asked for one.
void blockAllocated(void* block, std::size_t alignment);
/// Someone releases `block`, which the library or another one allocated.
void blockReleased(void* block);

}  // namespace lanewise::test
