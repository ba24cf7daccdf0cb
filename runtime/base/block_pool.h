// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recycled blocks of a few fixed sizes for commands, which are created on one thread and deleted on
// another up to 100,000 times per second. They bypass the system's allocator. Each thread keeps
// some free blocks and moves surplus blocks to a shared list in batches.
#pragma once

#include <cstddef>

namespace lanewise {

/// Alignment of every block, bytes.
inline constexpr size_t kPoolAlignment = 128;

/// Throws std::bad_alloc if there is no memory.
void* allocateBlock(size_t sizeBytes);
/// \pre `sizeBytes` is the value that was passed to allocateBlock.
void freeBlock(void* block, size_t sizeBytes) noexcept;

}  // namespace lanewise
