// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides a device into sub-devices and assigns processors to them.
#pragma once

#include "runtime/base/object.h"
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
  /// CL_DEVICE_PARTITION_TYPE of the parts, with its final 0: the list as given, with the domain
  /// found in place of CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
  std::vector<cl_device_partition_property> properties;
};

/// Divides `device` by `scheme` (CL_DEVICE_PARTITION_EQUALLY, _BY_COUNTS or _BY_AFFINITY_DOMAIN)
/// with the values that follow it in clCreateSubDevices' list. CL_INVALID_VALUE for a value without
/// meaning or an affinity domain that the device does not report, CL_DEVICE_PARTITION_FAILED if the
/// device cannot be divided so, CL_INVALID_DEVICE_PARTITION_COUNT for counts that exceed it.
Result<Partition> divide(Device& device, cl_device_partition_property scheme,
                         std::span<const cl_device_partition_property> values);
/// One device per part, in their order.
std::vector<Ref<Device>> createSubDevices(Device& device, Partition partition);

/// Along which domains the device falls into more than one part; with NEXT_PARTITIONABLE if there
/// is one, 0 if there is none.
cl_device_affinity_domain affinityDomains(Device& device);

/// The processors of compute units [begin, begin + count) of `all` units: a unit is a share of the
/// processors, a processor can belong to several units where threads are more than processors.
std::vector<Processor> processorsOfUnits(std::span<const Processor> processors, uint32_t all,
                                         uint32_t begin, uint32_t count);

}  // namespace lanewise
