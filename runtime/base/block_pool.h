// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a few fixed sizes that are recycled: commands are made on one thread and deleted on
// another a hundred thousand times a second, and must not reach the system's allocator for it.
// Each thread keeps some free blocks; what it has too many of goes to a shared list in batches.
#pragma once

#include <cstddef>

namespace lanewise {

/// Alignment of every block, bytes.
inline constexpr size_t kPoolAlignment = 128;

/// Throws std::bad_alloc when memory is out.
void* allocateBlock(size_t sizeBytes);
/// `sizeBytes` as given to allocateBlock.
void freeBlock(void* block, size_t sizeBytes) noexcept;

}  // namespace lanewise
