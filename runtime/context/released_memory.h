// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a context that the application has released and commands still use. An application
// that runs ahead of its queues, with a new buffer for each operation, fills all memory with such
// blocks and reuses none, unless it waits for its queues here.
#pragma once

#include "runtime/device/device.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanewise {

class ReleasedMemory {
 public:
  /// The application has released `sizeBytes` that commands still use.
  void add(size_t sizeBytes) { bytes_.fetch_add(int64_t(sizeBytes), std::memory_order_relaxed); }
  /// They are free, or the application has a reference again.
  void remove(size_t sizeBytes);
  /// Should an allocation of that size wait for commands of these devices?
  bool isMuch(std::span<const Ref<Device>> devices, size_t sizeBytes) const {
    return sizeBytes >= kLeastBytes && waiting() > most(devices, sizeBytes);
  }
  /// Waits for commands of these devices until at most `part` of what is much remains. Gives up if
  /// no queue thread runs a command, and after a second: the commands may wait for the thread that
  /// allocates. What remains then does not count for later calls until it is free.
  void wait(std::span<const Ref<Device>> devices, size_t sizeBytes, double part);

 private:
  /// Smaller allocations never wait: the commands that they are for are no less memory.
  static constexpr size_t kLeastBytes = 64 << 10;
  /// As many blocks as hide the time between two commands, or as fill a cache; not all memory.
  static int64_t most(std::span<const Ref<Device>> devices, size_t sizeBytes) {
    constexpr uint64_t kCacheBytes = 16 << 20;
    return int64_t(std::min(std::max<uint64_t>(kCacheBytes, 4 * uint64_t(sizeBytes)),
                            devices.front()->facts().memoryBytes / 4));
  }
  int64_t waiting() const {
    return bytes_.load(std::memory_order_relaxed) - stuck_.load(std::memory_order_relaxed);
  }
  bool waitForRemoval(std::span<const Ref<Device>> devices, uint64_t until);

  // Signed: a reference may come back before its release is counted.
  std::atomic<int64_t> bytes_{0};
  /// Bytes that a wait has not seen free.
  std::atomic<int64_t> stuck_{0};
  /// Counts removals; threads sleep on it.
  std::atomic<uint32_t> removals_{0};
  std::atomic<uint32_t> sleepers_{0};
};

}  // namespace lanewise
