// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for buffers and shared virtual memory, which kernels use in place.
#pragma once

#include <cstddef>

namespace lanewise {

/// Minimum alignment of every allocation: the size of the largest type of OpenCL C.
inline constexpr size_t kHostMemoryAlignBytes = 128;

/// Untouched memory: the first write determines the NUMA node of its pages. Null if there is none.
std::byte* allocateHostMemory(size_t sizeBytes);
void freeHostMemory(std::byte* memory);

}  // namespace lanewise
