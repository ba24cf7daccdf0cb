// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions: equally and by counts. There is one memory for all cores as far as we know, so no
// affinity domain.
#include "runtime/sub_devices.h"

#include "runtime/device.h"

namespace lanewise {
namespace {

Result<Partition> equally(const Device& device, const cl_device_partition_property* properties) {
  const intptr_t units = properties[1];
  // The list is not { CL_DEVICE_PARTITION_EQUALLY, n > 0, 0 }.
  if (units <= 0 || properties[2] != 0) return fail(CL_INVALID_VALUE);
  // Not even one such part fits.
  if (units > intptr_t(device.computeUnits()))
    return fail(CL_DEVICE_PARTITION_FAILED, "parts of " + std::to_string(units) +
                                                " compute units, the device has " +
                                                std::to_string(device.computeUnits()));
  return Partition{std::vector<uint32_t>(device.computeUnits() / units, uint32_t(units)),
                   {properties, 3}};
}

Result<Partition> byCounts(const Device& device, const cl_device_partition_property* properties) {
  Partition partition;
  uint64_t total = 0;
  size_t index = 1;
  for (; properties[index] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++index) {
    // A count is negative, or the counts together (or their number) exceed the device.
    if (properties[index] < 0) return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
    total += uint64_t(properties[index]);
    if (total > device.computeUnits())
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT,
                  "more than the device's " + std::to_string(device.computeUnits()) + " compute units");
    partition.computeUnits.push_back(uint32_t(properties[index]));
  }
  if (partition.computeUnits.empty()) return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
  // The list ends after the counts' own end.
  if (properties[index + 1] != 0) return fail(CL_INVALID_VALUE);
  partition.properties = {properties, index + 2};
  return partition;
}

}  // namespace

Result<Partition> readPartition(const Device& device,
                                const cl_device_partition_property* properties) {
  if (!properties) return fail(CL_INVALID_VALUE, "properties is null");
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY: return equally(device, properties);
    case CL_DEVICE_PARTITION_BY_COUNTS: return byCounts(device, properties);
  }
  return fail(CL_INVALID_VALUE, "unsupported: partition type " + std::to_string(properties[0]));
}

}  // namespace lanewise
