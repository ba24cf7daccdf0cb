// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes are rows of interface/sub_group_sizes.def.
#include "compiler/admit/sub_group_size.h"

#include <algorithm>
#include <iterator>

namespace lanewise::admit {
namespace {

constexpr uint32_t kSizes[] = {
#define SUB_GROUP_SIZE(workItems) workItems,
#include "interface/sub_group_sizes.def"
};

std::string listOfSizes() {
  std::string list;
  for (const uint32_t size : kSizes) list += (list.empty() ? "" : ", ") + std::to_string(size);
  return list;
}

}  // namespace

bool isSubGroupSize(uint32_t workItems) {
  return std::ranges::find(kSizes, workItems) != std::end(kSizes);
}

Finding checkSubGroupSize(const KernelMetadata& kernel) {
  const uint32_t size = kernel.requiredSubGroupSize;
  if (size == 0 || isSubGroupSize(size)) return {};
  return unsupported("required sub-groups of " + std::to_string(size) +
                     " work-items (supported sizes: " + listOfSizes() + ")");
}

}  // namespace lanewise::admit
