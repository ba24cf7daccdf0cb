// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels use in place: of buffers and of shared virtual memory.
#pragma once

#include <cstddef>

namespace lanewise {

/// What every piece of it is aligned to, at least: the size of the largest type of OpenCL C.
inline constexpr size_t kHostMemoryAlignBytes = 128;

/// Untouched memory: whoever writes it first decides where its pages are. Null when it is out.
std::byte* allocateHostMemory(size_t sizeBytes);
void freeHostMemory(std::byte* memory);

}  // namespace lanewise
