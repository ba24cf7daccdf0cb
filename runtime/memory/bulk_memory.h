// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills with the threads of a device if the size is worth it.
#pragma once

#include "runtime/workers/workers.h"

#include <cstddef>

namespace lanewise {

class Device;

/// Runs body(user, begin, end) over ranges that cover the `count` elements of `elementBytes` (not
/// 0) each: with the threads of the device if they are many bytes, else on this one.
void forEachPart(Device& device, uint64_t count, size_t elementBytes, Workers::Body body,
                 void* user);

/// memmove; one thread moves ranges that overlap.
void copyBytes(Device& device, void* target, const void* source, size_t sizeBytes);

/// Repeats `pattern` (1 to 128 bytes, a power of two) over `sizeBytes`, a multiple of its size.
void fillBytes(Device& device, void* target, size_t sizeBytes, const void* pattern,
               size_t patternBytes);

}  // namespace lanewise
