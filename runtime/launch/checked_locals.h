// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arguments of kernels that check their accesses: behind each is what checks keep of its
// bytes.
#pragma once

#include "interface/checked_object.h"
#include "interface/kernel_metadata.h"
#include "runtime/device/device.h"

#include <cstdint>

namespace lanewise {

/// How many times its size local memory takes.
inline uint64_t localSizes(const KernelMetadata& metadata) {
  const bool hasShadow = metadata.checksUninitialized || metadata.checksRaces;
  return hasShadow ? 1 + abi::kLocalShadowSizes : 1;
}

/// The offset of an argument of `sizeBytes` bytes (not 0, and small enough to be multiplied by
/// abi::kLocalShadowSizes) at `offset` or behind it, and the end of all that belongs to it.
/// \pre metadata.checkedObjects != 0.
inline uint64_t placeCheckedLocal(const KernelMetadata& metadata, uint64_t offset,
                                  uint64_t sizeBytes, uint64_t& end) {
  constexpr uint64_t kMask = abi::kLocalShadowStride - 1;
  const uint64_t begin = (offset + kMask) & ~kMask, size = (sizeBytes + kMask) & ~kMask;
  end = begin + size * localSizes(metadata);
  return begin;
}

/// The limit of a work-group's local memory: what checks keep of it is not the program's.
inline uint64_t mostLocalBytes(const KernelMetadata& metadata) {
  return Device::localMemoryBytes() * localSizes(metadata);
}

}  // namespace lanewise
