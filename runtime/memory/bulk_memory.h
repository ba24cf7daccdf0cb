// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copying and filling many bytes with the threads of a device, where that pays.
#pragma once

#include <cstddef>

namespace lanewise {

class Device;

/// memmove; ranges that overlap are moved by one thread.
void copyBytes(Device& device, void* target, const void* source, size_t sizeBytes);

/// Repeats `pattern` (1 to 128 bytes, a power of two) over `sizeBytes`, a multiple of its size.
void fillBytes(Device& device, void* target, size_t sizeBytes, const void* pattern,
               size_t patternBytes);

}  // namespace lanewise
