// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size of the spill area of a work-group (KernelMetadata::spillVectorBytes).
#pragma once

#include "interface/kernel_metadata.h"
#include "runtime/launch/launch.h"

namespace lanewise {

/// Below it, the ids of a vector along x do not cross a multiple of 2^31.
inline constexpr uint64_t kMostAdjacentIds = uint64_t{1} << 31;

/// Vectors of work-items in a full group. \pre range.localSize is set.
inline uint64_t vectorsOfGroup(const KernelMetadata& metadata, const NdRange& range) {
  uint64_t row = range.localSize[0];
  if (range.globalOffset[0] + range.globalSize[0] <= kMostAdjacentIds)
    row = (row + metadata.lanes - 1) / metadata.lanes;
  return row * range.localSize[1] * range.localSize[2];
}

inline uint64_t spillBytesOfGroup(const KernelMetadata& metadata, const NdRange& range) {
  if (metadata.spillVectorBytes == 0) return metadata.spillFixedBytes;
  return metadata.spillFixedBytes + metadata.spillVectorBytes * vectorsOfGroup(metadata, range);
}

}  // namespace lanewise
