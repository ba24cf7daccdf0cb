// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions: equally, by counts, and by affinity domain.
#include "runtime/device/sub_devices.h"

#include "runtime/device/device.h"

#include <algorithm>

namespace lanewise {
namespace {

using Values = std::span<const cl_device_partition_property>;

/// Parts of `counts` compute units, one after the other.
Partition consecutive(Device& device, std::span<const uint32_t> counts) {
  Partition partition;
  uint32_t used = 0;
  for (const uint32_t count : counts) {
    partition.parts.push_back(
        {count, processorsOfUnits(device.processors(), device.computeUnits(), used, count)});
    used += count;
  }
  return partition;
}

std::string deviceUnits(const Device& device) {
  return "the device has " + std::to_string(device.computeUnits()) + " compute units";
}

Result<Partition> equally(Device& device, intptr_t units) {
  // The number of units is not positive.
  if (units <= 0)
    return fail(CL_INVALID_VALUE, "parts of " + std::to_string(units) + " compute units");
  const std::string sizes =
      "parts of " + std::to_string(units) + " compute units: " + deviceUnits(device);
  // More compute units than the device has.
  if (units > intptr_t(device.computeUnits()))
    return fail(CL_INVALID_DEVICE_PARTITION_COUNT, sizes);
  // The only part would be the whole device.
  if (units == intptr_t(device.computeUnits())) return fail(CL_DEVICE_PARTITION_FAILED, sizes);
  const std::vector<uint32_t> counts(device.computeUnits() / units, uint32_t(units));
  Partition partition = consecutive(device, counts);
  partition.properties = {CL_DEVICE_PARTITION_EQUALLY, units, 0};
  return partition;
}

Result<Partition> byCounts(Device& device, Values values) {
  std::vector<uint32_t> counts;
  uint64_t total = 0;
  for (const cl_device_partition_property count : values) {
    // A count is negative.
    if (count < 0)
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT,
                  "a part of " + std::to_string(count) + " compute units");
    total += uint64_t(count);
    // The counts together, and so their number, exceed the device.
    if (total > device.computeUnits())
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT,
                  "parts of at least " + std::to_string(total) +
                      " compute units together: " + deviceUnits(device));
    counts.push_back(uint32_t(count));
  }
  if (counts.empty()) return fail(CL_INVALID_DEVICE_PARTITION_COUNT, "the list of counts is empty");
  Partition partition = consecutive(device, counts);
  partition.properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS);
  partition.properties.insert(partition.properties.end(), values.begin(), values.end());
  partition.properties.insert(partition.properties.end(),
                              {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return partition;
}

/// The processors by the domain they are in.
std::vector<std::vector<Processor>> grouped(Device& device, Processor::Domain domain) {
  std::vector<std::vector<Processor>> groups;
  for (const Processor& processor : device.processors()) {
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return group.front().domain[domain] == processor.domain[domain];
    });
    if (same != groups.end())
      same->push_back(processor);
    else
      groups.push_back({processor});
  }
  return groups;
}

Result<Partition> byDomain(Device& device, cl_device_affinity_domain wanted) {
  const cl_device_affinity_domain possible = affinityDomains(device);
  const bool next = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  // A single compute unit cannot be divided.
  if (device.computeUnits() == 1) return fail(CL_DEVICE_PARTITION_FAILED, deviceUnits(device));
  for (uint8_t level = 0; level < Processor::kDomainCount; ++level) {
    const auto domain = Processor::Domain(level);
    const cl_device_affinity_domain bit = affinityDomain(domain);
    if (!next && wanted != bit) continue;
    if (!(possible & bit)) {
      if (next) continue;
      // A domain that the device does not report.
      return fail(CL_INVALID_VALUE, "the device spans one domain of this kind only");
    }
    Partition partition;
    const size_t all = device.processors().size();
    for (std::vector<Processor>& group : grouped(device, domain)) {
      const size_t units = group.size() * device.computeUnits() / all;
      partition.parts.push_back({std::max(1u, uint32_t(units)), std::move(group)});
    }
    partition.properties = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                            cl_device_partition_property(bit), 0};
    return partition;
  }
  if (next)
    return fail(CL_DEVICE_PARTITION_FAILED, "the device spans one domain of each kind only");
  return fail(CL_INVALID_VALUE, "unknown affinity domain " + std::to_string(wanted));
}

}  // namespace

std::vector<Processor> processorsOfUnits(std::span<const Processor> processors, uint32_t all,
                                         uint32_t begin, uint32_t count) {
  const uint64_t number = processors.size();
  const uint64_t first = begin * number / all;
  const uint64_t last = (uint64_t{begin} + count) * number / all;
  // Where threads are more than processors, a part may have a share of one only.
  const uint64_t atLeastOne = std::min(std::max(last, first + 1), number);
  return {processors.begin() + std::min(first, number), processors.begin() + atLeastOne};
}

cl_device_affinity_domain affinityDomains(Device& device) {
  cl_device_affinity_domain domains = 0;
  for (uint8_t level = 0; level < Processor::kDomainCount; ++level)
    if (grouped(device, Processor::Domain(level)).size() > 1)
      domains |= affinityDomain(Processor::Domain(level));
  // Parts have at least one unit each, and no more together than the device.
  if (device.computeUnits() < device.processors().size()) domains = 0;
  return domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

Result<Partition> divide(Device& device, cl_device_partition_property scheme, Values values) {
  switch (scheme) {
    case CL_DEVICE_PARTITION_EQUALLY: return equally(device, values.front());
    case CL_DEVICE_PARTITION_BY_COUNTS: return byCounts(device, values);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
      return byDomain(device, cl_device_affinity_domain(values.front()));
  }
  return fail(CL_INVALID_VALUE, "unsupported: partition scheme " + std::to_string(scheme));
}

std::vector<Ref<Device>> createSubDevices(Device& device, Partition partition) {
  std::vector<Ref<Device>> made;
  made.reserve(partition.parts.size());
  for (Partition::Part& part : partition.parts)
    made.push_back(Ref<Device>::adopt(
        new Device(device, part.computeUnits, std::move(part.processors), partition.properties)));
  return made;
}

}  // namespace lanewise
