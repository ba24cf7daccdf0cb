// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of an ND-range.
#include "icd/queue/nd_range.h"

#include "runtime/context/device_limit.h"
#include "runtime/device/device.h"
#include "runtime/launch/sub_groups.h"
#include "runtime/program/program.h"

#include <algorithm>

namespace lanewise::icd {
namespace {

// Every launch comes through here: the checks are few instructions, and the reason is only looked
// for after one failed.

Status invalidSize(const KernelMetadata& metadata, cl_int code, uint64_t size,
                   const std::string& why) {
  return {code,
          "local size " + std::to_string(size) + ' ' + why + " for kernel '" + metadata.name + "'"};
}
Status invalidGroup(const KernelMetadata& metadata, uint64_t size, const std::string& why) {
  return invalidSize(metadata, CL_INVALID_WORK_GROUP_SIZE, size, why);
}
std::string exceedsLargestGroup() {
  return "exceeds " + std::to_string(Device::maxWorkGroupSize());
}

/// Why localRange() refuses `local` in the dimension d.
[[gnu::cold]] Status invalidDimension(const Kernel& kernel, const NdRange& range, uint32_t d,
                                      uint64_t local) {
  const KernelMetadata& metadata = kernel.metadata();
  const uint64_t required = metadata.requiredLocalSize[d];
  // Not the size that the kernel requires.
  if (required && local != required)
    return invalidGroup(metadata, local, "is not the required " + std::to_string(required));
  // A work-group without work-items.
  if (local == 0) return invalidGroup(metadata, local, "is empty");
  // More in one dimension than CL_DEVICE_MAX_WORK_ITEM_SIZES.
  if (local > Device::maxWorkGroupSize())
    return limitedBy(
        kernel.program().context(), DeviceKey::groupItems,
        invalidSize(metadata, CL_INVALID_WORK_ITEM_SIZE, local, exceedsLargestGroup()));
  // Smaller last work-groups, but the program was built without support for them.
  return invalidGroup(metadata, local,
                      "does not divide the global size " + std::to_string(range.globalSize[d]));
}

/// Why localRange() refuses a work-group of `items` work-items.
[[gnu::cold]] Status invalidItems(const Kernel& kernel, uint64_t items) {
  const KernelMetadata& metadata = kernel.metadata();
  // More work-items than CL_KERNEL_WORK_GROUP_SIZE.
  if (items > Device::maxWorkGroupSize())
    return limitedBy(kernel.program().context(), DeviceKey::groupItems,
                     invalidGroup(metadata, items, exceedsLargestGroup()));
  // Not as many sub-groups as the kernel requires.
  return invalidGroup(metadata, items,
                      "gives " + std::to_string(subGroupCount(items, metadata)) +
                          " sub-groups, not the required " +
                          std::to_string(metadata.requiredSubGroupCount));
}
Status checkItems(const Kernel& kernel, uint64_t items) {
  if (items > Device::maxWorkGroupSize() || !hasRequiredSubGroups(kernel.metadata(), items))
      [[unlikely]]
    return invalidItems(kernel, items);
  return {};
}

bool isValid(uint64_t local, const NdRange& range, uint32_t d) {
  // 0 is too large, too.
  return local - 1 < Device::maxWorkGroupSize() &&
         (!range.uniform || local == 1 || range.globalSize[d] % local == 0);
}

/// localRange() of a kernel that requires a size, which is also the size of a call without one.
[[gnu::noinline]] Status requiredRange(const Kernel& kernel, const size_t* size, NdRange& range) {
  const KernelMetadata& metadata = kernel.metadata();
  uint64_t items = 1;
  for (uint32_t d = 0; d < 3; ++d) {
    const uint64_t required = metadata.requiredLocalSize[d];
    const uint64_t given = size && d < range.workDim ? size[d] : 1;
    const uint64_t local = size ? given : required;
    if (local != required || !isValid(local, range, d))
      return invalidDimension(kernel, range, d, local);
    if (size) range.localSize[d] = local;
    items *= local;
  }
  return checkItems(kernel, items);
}

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
  if (metadata.requiredLocalSize[0] != 0) return requiredRange(kernel, size, range);
  // Chosen by the runtime.
  if (!size) return {};
  uint64_t items = 1;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    if (!isValid(size[d], range, d)) [[unlikely]]
      return invalidDimension(kernel, range, d, size[d]);
    range.localSize[d] = size[d];
    items *= size[d];
  }
  for (uint32_t d = range.workDim; d < 3; ++d) range.localSize[d] = 1;
  return checkItems(kernel, items);
}

}  // namespace lanewise::icd
