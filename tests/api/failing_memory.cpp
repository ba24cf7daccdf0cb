// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which allocations of the test program fail.
#include "tests/api/failing_memory.h"

#include "tests/api/replaced_allocations.h"

namespace {

constexpr int kUnlimited = -1;
thread_local constinit int allowedLeft = kUnlimited;
thread_local constinit bool failed = false;

}  // namespace

namespace lanewise::test {

FailingMemory::FailingMemory(int allowed) {
  failed = false;
  allowedLeft = allowed;
}
FailingMemory::~FailingMemory() { allowedLeft = kUnlimited; }
bool FailingMemory::happened() { return failed; }

bool allocationFails() {
  if (allowedLeft == kUnlimited) return false;
  if (allowedLeft == 0) return failed = true;
  --allowedLeft;
  return false;
}
void blockAllocated(void*, std::size_t) {}
void blockReleased(void*) {}

}  // namespace lanewise::test
