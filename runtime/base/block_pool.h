// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recycled blocks of a few fixed sizes for commands, which are created on one thread and deleted on
// another up to 100,000 times per second. They bypass the system's allocator. Each thread keeps
// some free blocks and moves surplus blocks to a shared list in batches.
#pragma once

#include <cstddef>
#include <iterator>
#include <new>

namespace lanewise {

/// Alignment of every block, bytes.
inline constexpr size_t kPoolAlignment = 128;

namespace detail {
inline constexpr size_t kBlockSizes[] = {256, 512, 1024};
inline constexpr size_t kBlockClasses = std::size(kBlockSizes);
constexpr size_t blockClass(size_t sizeBytes) {
  size_t index = 0;
  while (index < kBlockClasses && kBlockSizes[index] < sizeBytes) ++index;
  return index;
}
void* allocateOfClass(size_t index);
void freeOfClass(void* block, size_t index) noexcept;
}  // namespace detail

/// Throws std::bad_alloc if there is no memory.
inline void* allocateBlock(size_t sizeBytes) {
  const size_t index = detail::blockClass(sizeBytes);
  if (index < detail::kBlockClasses) return detail::allocateOfClass(index);
  return ::operator new(sizeBytes, std::align_val_t(kPoolAlignment));
}
/// \pre `sizeBytes` is the value that was passed to allocateBlock.
inline void freeBlock(void* block, size_t sizeBytes) noexcept {
  const size_t index = detail::blockClass(sizeBytes);
  if (index < detail::kBlockClasses) return detail::freeOfClass(block, index);
  ::operator delete(block, std::align_val_t(kPoolAlignment));
}

}  // namespace lanewise
