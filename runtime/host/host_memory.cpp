// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses the system's allocator, with huge pages for large blocks.
#include "runtime/host/host_memory.h"

#include <sys/mman.h>
#include <cstdlib>

namespace lanewise {
namespace {

constexpr size_t kPageBytes = 4096;
constexpr size_t kHugePageBytes = 2 << 20;
/// More than a process can have; not requested, because sanitizers end a process that does.
constexpr size_t kAddressSpaceBytes = size_t(1) << 47;

}  // namespace

std::byte* allocateHostMemory(size_t sizeBytes) {
  if (sizeBytes >= kAddressSpaceBytes) return nullptr;
  const bool huge = sizeBytes >= 2 * kHugePageBytes;
  const size_t alignment = huge                      ? kHugePageBytes
                           : sizeBytes >= kPageBytes ? kPageBytes
                                                     : kHostMemoryAlignBytes;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, sizeBytes) != 0) return nullptr;
  // Fewer page faults; no effect if the system does not support it.
  if (huge) madvise(memory, sizeBytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(memory);
}

void freeHostMemory(std::byte* memory) { std::free(memory); }

}  // namespace lanewise
