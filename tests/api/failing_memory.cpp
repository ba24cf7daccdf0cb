// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// operator new of the test program: malloc, unless allocations of the thread must fail.
#include "tests/api/failing_memory.h"

#include <cstdlib>
#include <new>

namespace {

constexpr int kUnlimited = -1;
thread_local int allowedLeft = kUnlimited;
thread_local bool failed = false;

[[maybe_unused]] void* allocate(std::size_t sizeBytes, std::size_t alignment) {
  if (allowedLeft == 0) {
    failed = true;
    throw std::bad_alloc();
  }
  if (allowedLeft > 0) --allowedLeft;
  void* block = nullptr;
  if (alignment <= alignof(std::max_align_t))
    block = std::malloc(sizeBytes ? sizeBytes : 1);
  else if (posix_memalign(&block, alignment, sizeBytes) != 0)
    block = nullptr;
  if (!block) throw std::bad_alloc();
  return block;
}

[[maybe_unused]] void* allocateOrNull(std::size_t sizeBytes, std::size_t alignment) noexcept {
  try {
    return allocate(sizeBytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

namespace lanewise::test {

FailingMemory::FailingMemory(int allowed) {
  failed = false;
  allowedLeft = allowed;
}
FailingMemory::~FailingMemory() { allowedLeft = kUnlimited; }
bool FailingMemory::happened() { return failed; }

}  // namespace lanewise::test

// The operators of ThreadSanitizer cannot be replaced.
#if !LW_THREAD_SANITIZER
// Exported, so that the libraries of the process use them.
#define LW_VISIBLE __attribute__((visibility("default")))
LW_VISIBLE void* operator new(std::size_t sizeBytes) { return allocate(sizeBytes, 0); }
LW_VISIBLE void* operator new[](std::size_t sizeBytes) { return allocate(sizeBytes, 0); }
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment) {
  return allocate(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, const std::nothrow_t&) noexcept {
  return allocateOrNull(sizeBytes, 0);
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment,
                              const std::nothrow_t&) noexcept {
  return allocateOrNull(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void operator delete(void* block) noexcept { std::free(block); }
LW_VISIBLE void operator delete[](void* block) noexcept { std::free(block); }
LW_VISIBLE void operator delete(void* block, std::size_t) noexcept { std::free(block); }
LW_VISIBLE void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
LW_VISIBLE void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
LW_VISIBLE void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
#endif
