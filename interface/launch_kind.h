// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaunchKind: what many launches of a kernel have in common, for code that is compiled for them.
// Launches of all kinds have global ids below 2^31 and objects below abi::kSmallMemoryBytes (as
// abi::Launch::hasSmallMemory says). No LLVM, no OpenCL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

/// Work-items of a work-group.
inline constexpr uint64_t kMaxWorkGroupSize = 8192;

/// Bytes of the object that an argument of the kernel points to: of the descriptor of an image or
/// of a sampler (images/layout.h).
struct KnownBytes {
  uint32_t argument = 0;
  uint32_t offsetBytes = 0;
  std::vector<uint8_t> bytes;
  bool operator==(const KnownBytes&) const = default;
};

struct LaunchKind {
  std::string kernel;
  /// Work-items that run as one vector in the code for all launches: as many in this code, because
  /// sums of floats depend on it, or fewer if work-groups are narrower. 0: any number.
  uint32_t lanes = 0;
  /// KernelMetadata::otherLanes of this code.
  uint32_t otherLanes = 0;
  /// KernelMetadata::laneDimension of the code for all launches, for which the host has prepared
  /// them.
  uint32_t laneDimension = 0;
  /// The size of every work-group, also of the last ones. Zeros: not known.
  uint64_t localSize[3] = {0, 0, 0};
  std::vector<KnownBytes> objects;
  bool operator==(const LaunchKind&) const = default;
};

}  // namespace lanewise
