// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// operator new and operator delete of liblanewise.so, which are not exported. Those of the process
// may be several that do not fit together (docs/design/own-memory.md). Sanitizers have their own.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

void* allocateOrNull(std::size_t sizeBytes) noexcept {
  return std::malloc(sizeBytes ? sizeBytes : 1);
}

void* allocateOrNull(std::size_t sizeBytes, std::align_val_t alignment) noexcept {
  const auto align = static_cast<std::size_t>(alignment);
  if (sizeBytes > SIZE_MAX - align) return nullptr;
  return std::aligned_alloc(align, (sizeBytes + align - 1) / align * align);
}

void* orThrow(void* block) {
  if (!block) throw std::bad_alloc();
  return block;
}

}  // namespace

void* operator new(std::size_t size) { return orThrow(allocateOrNull(size)); }
void* operator new[](std::size_t size) { return orThrow(allocateOrNull(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return orThrow(allocateOrNull(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return orThrow(allocateOrNull(size, alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocateOrNull(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocateOrNull(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocateOrNull(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocateOrNull(size, alignment);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(block);
}
