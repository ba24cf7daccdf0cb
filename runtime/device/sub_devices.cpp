// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions: equally, by counts, and by affinity domain.
#include "runtime/device/sub_devices.h"

#include "runtime/device/device.h"

#include <algorithm>

namespace lanewise {
namespace {

using Properties = const cl_device_partition_property*;

/// Parts of so many compute units each, one after the other.
Partition consecutive(Device& device, std::span<const uint32_t> counts, Properties begin,
                      size_t propertyCount) {
  Partition partition;
  uint32_t used = 0;
  for (const uint32_t count : counts) {
    partition.parts.push_back(
        {count, processorsOfUnits(device.processors(), device.computeUnits(), used, count)});
    used += count;
  }
  partition.properties.assign(begin, begin + propertyCount);
  return partition;
}

Result<Partition> equally(Device& device, Properties properties) {
  const intptr_t units = properties[1];
  // The list is not { CL_DEVICE_PARTITION_EQUALLY, n > 0, 0 }.
  if (units <= 0 || properties[2] != 0) return fail(CL_INVALID_VALUE);
  const std::string sizes = "parts of " + std::to_string(units) +
                            " compute units, the device has " +
                            std::to_string(device.computeUnits());
  // More compute units than there are.
  if (units > intptr_t(device.computeUnits()))
    return fail(CL_INVALID_DEVICE_PARTITION_COUNT, sizes);
  // The only part would be the device itself: it cannot be divided so.
  if (units == intptr_t(device.computeUnits())) return fail(CL_DEVICE_PARTITION_FAILED, sizes);
  const std::vector<uint32_t> counts(device.computeUnits() / units, uint32_t(units));
  return consecutive(device, counts, properties, 3);
}

Result<Partition> byCounts(Device& device, Properties properties) {
  std::vector<uint32_t> counts;
  uint64_t total = 0;
  size_t index = 1;
  for (; properties[index] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++index) {
    // A count is negative, or the counts together (or their number) exceed the device.
    if (properties[index] < 0) return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
    total += uint64_t(properties[index]);
    if (total > device.computeUnits())
      return fail(
          CL_INVALID_DEVICE_PARTITION_COUNT,
          "more than the device's " + std::to_string(device.computeUnits()) + " compute units");
    counts.push_back(uint32_t(properties[index]));
  }
  if (counts.empty()) return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
  // The list ends after the counts' own end.
  if (properties[index + 1] != 0) return fail(CL_INVALID_VALUE);
  return consecutive(device, counts, properties, index + 2);
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

Result<Partition> byDomain(Device& device, Properties properties) {
  const auto wanted = static_cast<cl_device_affinity_domain>(properties[1]);
  const cl_device_affinity_domain possible = affinityDomains(device);
  const bool next = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  if (properties[2] != 0) return fail(CL_INVALID_VALUE);
  // A single compute unit cannot be cut further.
  if (device.computeUnits() == 1) return fail(CL_DEVICE_PARTITION_FAILED);
  for (uint8_t level = 0; level < Processor::kDomainCount; ++level) {
    const auto domain = Processor::Domain(level);
    const cl_device_affinity_domain bit = affinityDomain(domain);
    if (!next && wanted != bit) continue;
    if (!(possible & bit)) {
      if (next) continue;
      // A domain that the device does not report.
      return fail(CL_INVALID_VALUE, "the device lies in one domain of that kind");
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
  if (next) return fail(CL_DEVICE_PARTITION_FAILED, "the device lies in one domain of every kind");
  return fail(CL_INVALID_VALUE, "unknown affinity domain");
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

Result<Partition> readPartition(Device& device, const cl_device_partition_property* properties) {
  if (!properties) return fail(CL_INVALID_VALUE, "properties is null");
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY: return equally(device, properties);
    case CL_DEVICE_PARTITION_BY_COUNTS: return byCounts(device, properties);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: return byDomain(device, properties);
  }
  return fail(CL_INVALID_VALUE, "unsupported: partition type " + std::to_string(properties[0]));
}

}  // namespace lanewise
