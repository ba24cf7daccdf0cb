// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No wait is without an end: the commands may themselves wait for the thread that allocates.
#include "runtime/context/released_memory.h"

#include "runtime/base/futex.h"

#include <algorithm>

namespace lanewise {
namespace {

constexpr uint64_t kSleepNanoseconds = 5'000'000;
constexpr uint64_t kMostNanoseconds = 1'000'000'000;

bool runsCommands(std::span<const Ref<Device>> devices) {
  return std::ranges::any_of(devices,
                             [](const auto& device) { return device->queueThreads().runsTasks(); });
}

}  // namespace

void ReleasedMemory::remove(size_t sizeBytes) {
  const int64_t left =
      bytes_.fetch_sub(int64_t(sizeBytes), std::memory_order_relaxed) - int64_t(sizeBytes);
  for (int64_t stuck = stuck_.load(std::memory_order_relaxed);
       stuck > left && !stuck_.compare_exchange_weak(stuck, left, std::memory_order_relaxed);) {
  }
  // Pairs with waitForRemoval(): one of both sees the other's write.
  removals_.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) != 0) futexWakeOne(removals_);
}

void ReleasedMemory::wait(std::span<const Ref<Device>> devices, size_t sizeBytes, double part) {
  const uint64_t until = Device::timerNanoseconds() + kMostNanoseconds;
  const int64_t enough = int64_t(double(most(devices, sizeBytes)) * part);
  while (waiting() > enough) {
    if (waitForRemoval(devices, until)) continue;
    stuck_.store(std::max<int64_t>(0, bytes_.load(std::memory_order_relaxed)),
                 std::memory_order_relaxed);
    return;
  }
}

/// False if none is to be expected.
bool ReleasedMemory::waitForRemoval(std::span<const Ref<Device>> devices, uint64_t until) {
  const uint32_t seen = removals_.load(std::memory_order_seq_cst);
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  bool removed = false;
  while (!removed && runsCommands(devices) && Device::timerNanoseconds() < until) {
    futexWait(removals_, seen, kSleepNanoseconds);
    removed = removals_.load(std::memory_order_seq_cst) != seen;
  }
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
  return removed && Device::timerNanoseconds() < until;
}

}  // namespace lanewise
