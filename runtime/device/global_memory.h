// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the memory of buffers, images and allocations against global_memory of LANEWISE_DEVICE.
// Without that key nothing is counted.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

/// False, without an effect, if the device has not so much left.
bool takeGlobalMemory(uint64_t sizeBytes);
/// \pre takeGlobalMemory(sizeBytes) returned true.
void giveGlobalMemory(uint64_t sizeBytes) noexcept;
/// Whether the device has so much left.
bool hasGlobalMemory(uint64_t sizeBytes);
/// "4096 bytes", and what is taken if that is why takeGlobalMemory() fails.
std::string globalMemoryText(uint64_t sizeBytes);

}  // namespace lanewise
