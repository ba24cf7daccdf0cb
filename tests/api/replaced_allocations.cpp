// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// malloc and its family, or operator new and its family, of a test program, for all libraries of
// the process. What is not called by liblanewise.so does not count and does not fail.
#include "tests/api/replaced_allocations.h"

#include "tests/sanitizers.h"

#include <link.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

using namespace lanewise::test;

// Exported, so that the libraries of the process use them.
#define LW_VISIBLE __attribute__((visibility("default")))

// (The functions of ThreadSanitizer cannot be replaced.)
#if !LW_THREAD_SANITIZER && !LW_ADDRESS_SANITIZER

extern "C" {
void* __libc_malloc(std::size_t sizeBytes);
void* __libc_calloc(std::size_t count, std::size_t sizeBytes);
void* __libc_realloc(void* block, std::size_t sizeBytes);
void* __libc_memalign(std::size_t alignment, std::size_t sizeBytes);
void __libc_free(void* block);
}

namespace {

struct Range {
  uintptr_t begin, end;
};

int findCode(dl_phdr_info* library, size_t, void* range) {
  if (!std::string_view(library->dlpi_name).ends_with("/liblanewise.so")) return 0;
  for (int index = 0; index < library->dlpi_phnum; ++index) {
    const auto& segment = library->dlpi_phdr[index];
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
    const uintptr_t begin = library->dlpi_addr + segment.p_vaddr;
    *static_cast<Range*>(range) = {begin, begin + segment.p_memsz};
  }
  return 1;
}

/// Whether the library calls. It is loaded while the program runs, and never unloaded.
bool isOfLibrary(void* caller) {
  static constinit std::atomic<uintptr_t> begin{0}, end{0};
  if (end.load() == 0) {
    Range range{};
    dl_iterate_phdr(findCode, &range);
    if (range.end == 0) return false;
    begin = range.begin;
    end = range.end;
  }
  const auto address = reinterpret_cast<uintptr_t>(caller);
  return address >= begin.load() && address < end.load();
}

bool fails(void* caller) {
  if (!isOfLibrary(caller) || !allocationFails()) return false;
  errno = ENOMEM;
  return true;
}

void* counted(void* caller, void* block, std::size_t alignment = 0) {
  if (block && isOfLibrary(caller)) blockAllocated(block, alignment);
  return block;
}

}  // namespace

#define LW_CALLER __builtin_return_address(0)
extern "C" {
LW_VISIBLE void* malloc(std::size_t sizeBytes) noexcept {
  return fails(LW_CALLER) ? nullptr : counted(LW_CALLER, __libc_malloc(sizeBytes));
}
LW_VISIBLE void* calloc(std::size_t count, std::size_t sizeBytes) noexcept {
  return fails(LW_CALLER) ? nullptr : counted(LW_CALLER, __libc_calloc(count, sizeBytes));
}
LW_VISIBLE void* realloc(void* block, std::size_t sizeBytes) noexcept {
  if (fails(LW_CALLER)) return nullptr;
  if (block) blockReleased(block);
  return counted(LW_CALLER, __libc_realloc(block, sizeBytes));
}
LW_VISIBLE void* aligned_alloc(std::size_t alignment, std::size_t sizeBytes) noexcept {
  if (fails(LW_CALLER)) return nullptr;
  return counted(LW_CALLER, __libc_memalign(alignment, sizeBytes), alignment);
}
LW_VISIBLE int posix_memalign(void** block, std::size_t alignment, std::size_t sizeBytes) noexcept {
  if (fails(LW_CALLER)) return ENOMEM;
  *block = counted(LW_CALLER, __libc_memalign(alignment, sizeBytes), alignment);
  return *block ? 0 : ENOMEM;
}
LW_VISIBLE void free(void* block) noexcept {
  if (block) blockReleased(block);
  __libc_free(block);
}
}

#elif !LW_THREAD_SANITIZER

namespace {

void* allocateOrNull(std::size_t sizeBytes, std::size_t alignment) noexcept {
  if (allocationFails()) return nullptr;
  void* block = nullptr;
  if (alignment <= alignof(std::max_align_t))
    block = std::malloc(sizeBytes ? sizeBytes : 1);
  else if (posix_memalign(&block, alignment, sizeBytes) != 0)
    block = nullptr;
  if (block) blockAllocated(block, alignment);
  return block;
}

void* allocate(std::size_t sizeBytes, std::size_t alignment) {
  void* block = allocateOrNull(sizeBytes, alignment);
  if (!block) throw std::bad_alloc();
  return block;
}

void release(void* block) noexcept {
  if (block) blockReleased(block);
  std::free(block);
}

}  // namespace

LW_VISIBLE void* operator new(std::size_t sizeBytes) { return allocate(sizeBytes, 0); }
LW_VISIBLE void* operator new[](std::size_t sizeBytes) { return allocate(sizeBytes, 0); }
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment) {
  return allocate(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void* operator new[](std::size_t sizeBytes, std::align_val_t alignment) {
  return allocate(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, const std::nothrow_t&) noexcept {
  return allocateOrNull(sizeBytes, 0);
}
LW_VISIBLE void* operator new(std::size_t sizeBytes, std::align_val_t alignment,
                              const std::nothrow_t&) noexcept {
  return allocateOrNull(sizeBytes, static_cast<std::size_t>(alignment));
}
LW_VISIBLE void operator delete(void* block) noexcept { release(block); }
LW_VISIBLE void operator delete[](void* block) noexcept { release(block); }
LW_VISIBLE void operator delete(void* block, std::size_t) noexcept { release(block); }
LW_VISIBLE void operator delete[](void* block, std::size_t) noexcept { release(block); }
LW_VISIBLE void operator delete(void* block, std::align_val_t) noexcept { release(block); }
LW_VISIBLE void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
LW_VISIBLE void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  release(block);
}

#endif
