// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices and sub-devices.
#include "runtime/device.h"

#include <algorithm>
#include <ctime>

namespace lanewise {

Device::Device(Platform& platform, HostFacts facts)
    : platform_(platform), facts_(std::move(facts)) {}

Device::Device(Device& parent, uint32_t computeUnits,
               std::span<const cl_device_partition_property> partition)
    : platform_(parent.platform_),
      parent_(parent),
      facts_(parent.facts_),
      partition_(partition.begin(), partition.end()) {
  facts_.cores = computeUnits;
}

Device::~Device() = default;

size_t Device::maxAllocationBytes() const {
  // Half of the memory, so that an application that takes the largest buffer can still fill it
  // from another one.
  constexpr uint64_t kLeastBytes = 128ull << 20;
  return std::max(facts_.memoryBytes / 2, kLeastBytes) / 4096 * 4096;
}

cl_uint Device::vectorLanes(uint32_t elementBytes) const {
  return std::min(facts_.vectorBits / 8 / elementBytes, 16u);
}

Workers& Device::workers() {
  Lock lock(mutex_);
  if (!workers_) workers_ = std::make_unique<Workers>(computeUnits());
  return *workers_;
}

uint64_t Device::timerNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
}

}  // namespace lanewise
