// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions of the functions that fail on demand, for all libraries of the process.
#include "tests/api/allocations/failing_allocations.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#define LW_VISIBLE __attribute__((visibility("default")))

namespace {

/// Of recycled blocks (runtime/base/block_pool.h), which move between threads.
constexpr std::size_t kPoolAlignment = 128;

constinit std::atomic<bool> counts{false};
constinit std::atomic<uint64_t> next{0};
constinit std::atomic<uint64_t> failing{0};
constinit std::atomic<bool> failed{false};
constinit std::atomic<int64_t> live{0};

bool fails() {
  if (!counts.load()) return false;
  if (next.fetch_add(1) != failing.load()) return false;
  failed = true;
  return true;
}

void* allocate(std::size_t sizeBytes, std::size_t alignment) noexcept {
  if (fails()) return nullptr;
  void* block = alignment > alignof(std::max_align_t)
                    ? std::aligned_alloc(alignment, (sizeBytes + alignment - 1) & ~(alignment - 1))
                    : std::malloc(sizeBytes ? sizeBytes : 1);
  if (block && alignment < kPoolAlignment) ++live;
  return block;
}

void* allocateOrThrow(std::size_t sizeBytes, std::size_t alignment) {
  void* block = allocate(sizeBytes, alignment);
  if (!block) throw std::bad_alloc();
  return block;
}

void release(void* block, std::size_t alignment = 0) noexcept {
  if (block && alignment < kPoolAlignment) --live;
  std::free(block);
}

}  // namespace

namespace lanewise::test {

void failAllocation(uint64_t index) {
  next = 0;
  failing = index;
  failed = false;
  counts = true;
}
bool endFailing() {
  counts = false;
  return failed;
}
uint64_t allocationCount() { return next; }
int64_t liveBlocks() { return live; }

}  // namespace lanewise::test

LW_VISIBLE void* operator new(std::size_t sizeBytes) { return allocateOrThrow(sizeBytes, 0); }
LW_VISIBLE void* operator new[](std::size_t sizeBytes) { return allocateOrThrow(sizeBytes, 0); }
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment) {
  return allocateOrThrow(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void* operator new[](std::size_t sizeBytes, std::align_val_t alignment) {
  return allocateOrThrow(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, const std::nothrow_t&) noexcept {
  return allocate(sizeBytes, 0);
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment,
                              const std::nothrow_t&) noexcept {
  return allocate(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void operator delete(void* block) noexcept { release(block); }
LW_VISIBLE void operator delete[](void* block) noexcept { release(block); }
LW_VISIBLE void operator delete(void* block, std::size_t) noexcept { release(block); }
LW_VISIBLE void operator delete[](void* block, std::size_t) noexcept { release(block); }
LW_VISIBLE void operator delete(void* block, std::align_val_t alignment) noexcept {
  release(block, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void operator delete[](void* block, std::align_val_t alignment) noexcept {
  release(block, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void operator delete(void* block, std::size_t, std::align_val_t alignment) noexcept {
  release(block, static_cast<std::size_t>(alignment));
}

extern "C" LW_VISIBLE int posix_memalign(void** block, std::size_t alignment,
                                         std::size_t sizeBytes) noexcept {
  if (fails()) return ENOMEM;
  *block = aligned_alloc(alignment, (sizeBytes + alignment - 1) & ~(alignment - 1));
  return *block ? 0 : ENOMEM;
}

extern "C" LW_VISIBLE void* mmap(void* address, std::size_t sizeBytes, int protection, int flags,
                                 int file, off_t offset) noexcept {
  if (fails()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, sizeBytes, protection, flags, file, offset));
}
