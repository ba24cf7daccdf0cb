// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of an ND-range.
#include "icd/queue/nd_range.h"

#include "runtime/device/device.h"
#include "runtime/launch/sub_groups.h"
#include "runtime/program/program.h"

namespace lanewise::icd {
namespace {

// Errors are built only after their check failed: every launch comes through here.

Status invalidSize(const KernelMetadata& metadata, cl_int code, uint64_t size,
                   const std::string& why) {
  return {code,
          "local size " + std::to_string(size) + ' ' + why + " for kernel '" + metadata.name + "'"};
}
Status invalidGroup(const KernelMetadata& metadata, uint64_t size, const std::string& why) {
  return invalidSize(metadata, CL_INVALID_WORK_GROUP_SIZE, size, why);
}
std::string exceedsLargestGroup() { return "exceeds " + std::to_string(Device::kMaxWorkGroupSize); }

}  // namespace

Status globalRange(cl_uint dimensions, const size_t* offset, const size_t* size, NdRange& range) {
  // Not 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
  if (dimensions < 1 || dimensions > 3)
    return {CL_INVALID_WORK_DIMENSION,
            "work_dim " + std::to_string(dimensions) + " is not 1, 2 or 3"};
  range.workDim = dimensions;
  for (cl_uint d = 0; d < dimensions; ++d) {
    range.globalSize[d] = size ? size[d] : 0;
    range.globalOffset[d] = offset ? offset[d] : 0;
    // A global id would overflow its type.
    uint64_t end;
    if (__builtin_add_overflow(range.globalSize[d], range.globalOffset[d], &end))
      return CL_INVALID_GLOBAL_OFFSET;
  }
  return {};
}

Status localRange(const Kernel& kernel, const size_t* size, NdRange& range) {
  const KernelMetadata& metadata = kernel.metadata();
  range.uniform = kernel.program().uniformWorkGroups();
  const bool required = metadata.requiredLocalSize[0] != 0;
  // Chosen by the runtime, unless the kernel requires one.
  if (!size && !required) return {};
  uint64_t items = 1;
  for (uint32_t d = 0; d < 3; ++d) {
    const uint64_t chosen = !size ? metadata.requiredLocalSize[d] : d < range.workDim ? size[d] : 1;
    // Not the size that the kernel requires.
    if (required && chosen != metadata.requiredLocalSize[d])
      return invalidGroup(metadata, chosen,
                          "is not the required " + std::to_string(metadata.requiredLocalSize[d]));
    // A work-group without work-items.
    if (chosen == 0) return invalidGroup(metadata, chosen, "is empty");
    // More in one dimension than CL_DEVICE_MAX_WORK_ITEM_SIZES.
    if (chosen > Device::kMaxWorkGroupSize)
      return invalidSize(metadata, CL_INVALID_WORK_ITEM_SIZE, chosen, exceedsLargestGroup());
    // Smaller last work-groups, but the program was built without support for them.
    if (range.uniform && range.globalSize[d] % chosen)
      return invalidGroup(metadata, chosen,
                          "does not divide the global size " + std::to_string(range.globalSize[d]));
    items *= chosen;
    if (size) range.localSize[d] = chosen;
  }
  // More work-items than CL_KERNEL_WORK_GROUP_SIZE.
  if (items > Device::kMaxWorkGroupSize)
    return invalidGroup(metadata, items, exceedsLargestGroup());
  // Not as many sub-groups as the kernel requires.
  if (!hasRequiredSubGroups(metadata, items))
    return invalidGroup(metadata, items,
                        "gives " + std::to_string(subGroupCount(items, metadata)) +
                            " sub-groups, not the required " +
                            std::to_string(metadata.requiredSubGroupCount));
  return {};
}

}  // namespace lanewise::icd
