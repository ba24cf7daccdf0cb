// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a device may be cut into sub-devices, and which processors each part gets.
#pragma once

#include "runtime/base/status.h"
#include "runtime/host/topology.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

class Device;

struct Partition {
  struct Part {
    uint32_t computeUnits;
    std::vector<Processor> processors;
  };
  std::vector<Part> parts;
  /// What CL_DEVICE_PARTITION_TYPE of the parts says, with its ending 0: the list as given, but the
  /// domain that was found for CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
  std::vector<cl_device_partition_property> properties;
};

/// Reads clCreateSubDevices' list. CL_INVALID_VALUE for what is not supported or has no meaning,
/// CL_DEVICE_PARTITION_FAILED if the device is not divided, CL_INVALID_DEVICE_PARTITION_COUNT for
/// counts that do not fit.
Result<Partition> readPartition(Device& device, const cl_device_partition_property* properties);

/// Along which domains the device falls into more than one part; with NEXT_PARTITIONABLE if there
/// is one, 0 if there is none.
cl_device_affinity_domain affinityDomains(Device& device);

/// The processors of compute units [begin, begin + count) of `all` units: a unit is a share of the
/// processors, a processor can belong to several units where threads are more than processors.
std::vector<Processor> processorsOfUnits(std::span<const Processor> processors, uint32_t all,
                                         uint32_t begin, uint32_t count);

}  // namespace lanewise
