// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No wait is without an end: the commands may themselves wait for the thread that allocates.
#include "runtime/context/released_memory.h"

#include "runtime/base/futex.h"

#include <algorithm>

namespace lanewise {
namespace {

constexpr uint64_t kSliceNanoseconds = 5'000'000;
constexpr int kMostSlices = 200;

bool runsCommands(std::span<const Ref<Device>> devices) {
  return std::ranges::any_of(devices,
                             [](const auto& device) { return device->queueThreads().runsTasks(); });
}

}  // namespace

void ReleasedMemory::remove(size_t sizeBytes) {
  bytes_.fetch_sub(sizeBytes, std::memory_order_relaxed);
  // Pairs with waitForRemoval(): one of both sees the other's write.
  removals_.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) != 0) futexWakeOne(removals_);
}

void ReleasedMemory::waitForHalf(std::span<const Ref<Device>> devices, size_t sizeBytes) {
  while (bytes_.load(std::memory_order_relaxed) > most(sizeBytes) / 2)
    if (!waitForRemoval(devices)) return;
}

/// False if none is to be expected.
bool ReleasedMemory::waitForRemoval(std::span<const Ref<Device>> devices) {
  const uint32_t seen = removals_.load(std::memory_order_seq_cst);
  if (gaveUpAt_.load(std::memory_order_relaxed) == seen) return false;
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  for (int slice = 0; slice < kMostSlices && runsCommands(devices); ++slice) {
    futexWait(removals_, seen, kSliceNanoseconds);
    if (removals_.load(std::memory_order_seq_cst) != seen) break;
  }
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
  if (removals_.load(std::memory_order_relaxed) != seen) return true;
  gaveUpAt_.store(seen, std::memory_order_relaxed);
  return false;
}

}  // namespace lanewise
