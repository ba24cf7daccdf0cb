// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device and its sub-devices: which processors they have, and their threads, which start at first
// use.
#include "runtime/device/device.h"

#include "runtime/base/config.h"
#include "runtime/workers/onetbb.h"

#include <algorithm>
#include <ctime>

namespace lanewise {
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

/// The device that `device` is a part of.
Device& whole(Device& device) {
  Device* whole = &device;
  while (whole->parent()) whole = whole->parent();
  return *whole;
}

}  // namespace

Device::Device(Platform& platform, HostFacts facts)
    : platform_(platform),
      facts_(std::move(facts)),
      // Not where the thread that posts first is bound to.
      threadProcessors_(std::make_shared<const ProcessorSet>(ProcessorSet::ofThisThread())),
      queueThreads_(facts_.cores, threadProcessors_) {}

Device::Device(Device& parent, uint32_t computeUnits, std::vector<Processor> processors,
               std::span<const cl_device_partition_property> partition)
    : platform_(parent.platform_),
      parent_(parent),
      facts_(parent.facts_),
      partition_(partition.begin(), partition.end()),
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
  return std::max(facts_.memoryBytes / 4 * 3, kLeastBytes) / 4096 * 4096;
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
        parent_ ? ProcessorPositions(processors()) : ProcessorPositions(probeNodes()),
        parent_ ? Workers::Helpers::BoundOneTbb : Workers::Helpers::OneTbb);
  });
}

uint64_t Device::timerNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
}

}  // namespace lanewise
