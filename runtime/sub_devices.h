// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a device may be cut into sub-devices.
#pragma once

#include "runtime/base/status.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

class Device;

struct Partition {
  /// Compute units of each sub-device.
  std::vector<uint32_t> computeUnits;
  /// The property list without what may follow its end.
  std::span<const cl_device_partition_property> properties;
};

/// Reads clCreateSubDevices' list. CL_INVALID_VALUE for what is not supported or has no meaning,
/// CL_DEVICE_PARTITION_FAILED if the device is too small, CL_INVALID_DEVICE_PARTITION_COUNT for
/// counts that do not fit.
Result<Partition> readPartition(const Device& device,
                                const cl_device_partition_property* properties);

}  // namespace lanewise
