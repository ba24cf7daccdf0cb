// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes are rows of interface/sub_group_sizes.def.
#include "compiler/admit/sub_group_size.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

namespace lanewise::admit {
namespace {

constexpr uint32_t kSizes[] = {
#define SUB_GROUP_SIZE(workItems) workItems,
#include "interface/sub_group_sizes.def"
};

std::span<const uint32_t> sizesOf(const DeviceLimits& device) {
  if (device.subGroupSizes.empty()) return kSizes;
  return device.subGroupSizes;
}

std::string listOf(std::span<const uint32_t> sizes) {
  std::string list;
  for (const uint32_t size : sizes) list += (list.empty() ? "" : ", ") + std::to_string(size);
  return list;
}

}  // namespace

bool isSubGroupSize(uint32_t workItems) {
  return std::ranges::find(kSizes, workItems) != std::end(kSizes);
}

Finding checkSubGroupSize(const KernelMetadata& kernel, const DeviceLimits& device) {
  const uint32_t size = kernel.requiredSubGroupSize;
  const std::span<const uint32_t> sizes = sizesOf(device);
  if (size == 0 || std::ranges::find(sizes, size) != sizes.end()) return {};
  return unsupported("required sub-groups of " + std::to_string(size) +
                     " work-items (supported sizes: " + listOf(sizes) + ")");
}

}  // namespace lanewise::admit
