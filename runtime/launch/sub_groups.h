// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division of a kernel's work-groups into sub-groups, and the possible work-group sizes. The
// compiler decides the size of sub-groups (KernelMetadata), the host only counts them.
#pragma once

#include "interface/kernel_metadata.h"
#include "runtime/device/device.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lanewise {

/// Supported sub-group sizes, smallest first.
inline constexpr auto kSubGroupSizes = std::to_array<size_t>({
#define SUB_GROUP_SIZE(workItems) workItems,
#include "interface/sub_group_sizes.def"
});
static_assert(std::ranges::is_sorted(kSubGroupSizes) && kSubGroupSizes.front() > 0);

/// Number of sub-groups of a work-group with this many work-items; the last one may be smaller.
constexpr uint64_t subGroupCount(uint64_t items, uint64_t subGroupSize) {
  return items / subGroupSize + (items % subGroupSize != 0);
}
constexpr uint64_t subGroupCount(uint64_t items, const KernelMetadata& metadata) {
  return subGroupCount(items, metadata.subGroupSize);
}

/// The sizes that kernels may require on this device, smallest first.
inline std::vector<size_t> subGroupSizes() {
  const std::vector<uint32_t>& limited = deviceConfig().subGroupSizes;
  if (limited.empty()) return {kSubGroupSizes.begin(), kSubGroupSizes.end()};
  std::vector<size_t> sizes(limited.begin(), limited.end());
  std::ranges::sort(sizes);
  return sizes;
}

inline uint64_t maxSubGroups() {
  return subGroupCount(Device::maxWorkGroupSize(), subGroupSizes().front());
}

/// The largest work-group of the kernel (CL_KERNEL_WORK_GROUP_SIZE).
inline uint64_t largestGroup(const KernelMetadata& metadata) {
  const auto& required = metadata.requiredLocalSize;
  if (required[0]) return uint64_t{required[0]} * required[1] * required[2];
  const uint64_t most = uint64_t{metadata.requiredSubGroupCount} * metadata.subGroupSize;
  const uint64_t limit = Device::maxWorkGroupSize();
  return most ? std::min(most, limit) : limit;
}

/// True if a work-group of this many work-items has as many sub-groups as the kernel requires.
inline bool hasRequiredSubGroups(const KernelMetadata& metadata, uint64_t items) {
  return !metadata.requiredSubGroupCount ||
         subGroupCount(items, metadata) == metadata.requiredSubGroupCount;
}

/// Work-items of a one-dimensional work-group with exactly this many full sub-groups; 0 if it is
/// too large for the kernel.
inline uint64_t groupOfSubGroups(const KernelMetadata& metadata, uint64_t count) {
  if (count > Device::maxWorkGroupSize() / metadata.subGroupSize) return 0;
  const uint64_t items = count * metadata.subGroupSize;
  const auto& required = metadata.requiredLocalSize;
  const bool isRequired = required[0] == items && required[1] == 1 && required[2] == 1;
  return (!required[0] || isRequired) && hasRequiredSubGroups(metadata, items) ? items : 0;
}

}  // namespace lanewise
