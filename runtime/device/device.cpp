// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device and its sub-devices: which processors they have, and their threads, which start at first
// use.
#include "runtime/device/device.h"

#include "runtime/base/config.h"
#include "runtime/host/affinity.h"
#include "runtime/workers/onetbb.h"

#include <algorithm>
#include <ctime>

namespace lanewise {

// Without LANEWISE_DEVICE, the device has all that kernels can be compiled for.
static_assert(DeviceConfig().groupItems == Device::kMaxWorkGroupSize);
static_assert(DeviceConfig().localBytes == Device::kLocalMemoryBytes);

namespace {

/// What `place` points to, made by `make` if nobody has made it yet.
template <class T, class Make>
T& madeOnce(std::atomic<T*>& place, Make make) {
  if (T* made = place.load(std::memory_order_acquire)) [[likely]]
    return *made;
  auto fresh = make();
  T* made = nullptr;
  if (place.compare_exchange_strong(made, fresh.get(), std::memory_order_acq_rel))
    return *fresh.release();
  return *made;
}

/// LANEWISE_AFFINITY; none if it is empty, or has no processor of this process.
std::vector<Processor> affinity(uint32_t threads) {
  if (config().affinity.empty()) return {};
  return chooseProcessors(config().affinity, probeProcessors(), threads);
}

/// The device that `device` is a part of.
Device& whole(Device& device) {
  Device* whole = &device;
  while (whole->parent()) whole = whole->parent();
  return *whole;
}

}  // namespace

Device::Device(Platform& platform, const HostFacts& facts)
    : Device(platform, facts, affinity(facts.cores)) {}

Device::Device(Platform& platform, HostFacts facts, std::vector<Processor> bound)
    : platform_(platform),
      facts_(std::move(facts)),
      isBound_(!bound.empty()),
      // Not where the thread that posts first is bound to.
      threadProcessors_(std::make_shared<const ProcessorSet>(
          isBound_ ? ProcessorSet(bound) : ProcessorSet::ofThisThread())),
      queueThreads_(facts_.cores, threadProcessors_),
      processors_(isBound_ ? new std::vector<Processor>(std::move(bound)) : nullptr) {}

Device::Device(Device& parent, uint32_t computeUnits, std::vector<Processor> processors,
               std::span<const cl_device_partition_property> partition)
    : platform_(parent.platform_),
      parent_(parent),
      facts_(parent.facts_),
      partition_(partition.begin(), partition.end()),
      isBound_(true),
      threadProcessors_(std::make_shared<const ProcessorSet>(processors)),
      queueThreads_(computeUnits, threadProcessors_),
      processors_(new std::vector<Processor>(std::move(processors))) {
  facts_.cores = computeUnits;
}

Device::~Device() {
  delete workers_.load();
  delete processors_.load();
}

size_t Device::maxAllocationBytes() const {
  // The rest is for the application, the compiler and the system.
  constexpr uint64_t kLeastBytes = 128ull << 20;
  const uint64_t usual = std::max(facts_.memoryBytes / 4 * 3, kLeastBytes) / 4096 * 4096;
  const DeviceConfig& limits = deviceConfig();
  if (limits.allocationBytes != 0)
    return std::min({limits.allocationBytes, facts_.memoryBytes, usual});
  return limits.globalBytes != 0 ? std::min(usual, facts_.memoryBytes) : usual;
}

DeviceKey Device::keyOfAllocation() {
  return deviceConfig().isSet(DeviceKey::allocationBytes) ? DeviceKey::allocationBytes
                                                          : DeviceKey::globalBytes;
}

size_t Device::maxImageBufferTexels() const {
  constexpr size_t kTexelBytes = 16, kMostTexels = size_t(1) << 27;
  return std::min(maxAllocationBytes() / kTexelBytes, kMostTexels);
}

cl_uint Device::vectorLanes(uint32_t elementBytes) const {
  return std::min(facts_.vectorBits / 8 / elementBytes, 16u);
}

std::span<const Processor> Device::processors() {
  return madeOnce(processors_,
                  [] { return std::make_unique<const std::vector<Processor>>(probeProcessors()); });
}

Workers& Device::workers() {
  return madeOnce(workers_, [&] {
    decideOnOneTbb(helperChoice(config().helpers), whole(*this).computeUnits());
    // oneTBB has its own processors for the whole machine.
    return std::make_unique<Workers>(
        computeUnits(), threadProcessors_,
        isBound_ ? ProcessorPositions(processors()) : ProcessorPositions(probeNodes()),
        isBound_ ? Workers::Helpers::BoundOneTbb : Workers::Helpers::OneTbb);
  });
}

uint64_t Device::timerNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
}

}  // namespace lanewise
