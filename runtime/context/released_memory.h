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
  /// The application has released `sizeBytes` that commands may still use.
  void add(size_t sizeBytes) { bytes_.fetch_add(sizeBytes, std::memory_order_relaxed); }
  /// They are free, or the application has a reference again.
  void remove(size_t sizeBytes);
  /// Should an allocation wait?
  bool isMuch(size_t sizeBytes) const {
    return bytes_.load(std::memory_order_relaxed) > most(sizeBytes);
  }
  /// Waits until half of it is free, or there is no reason to expect it: no queue thread of the
  /// devices runs a command, or none has ended for a second.
  void waitForHalf(std::span<const Ref<Device>> devices, size_t sizeBytes);

 private:
  /// As many blocks as hide the time between two commands, or as fill a cache.
  static size_t most(size_t sizeBytes) { return std::max(size_t(16) << 20, 4 * sizeBytes); }
  bool waitForRemoval(std::span<const Ref<Device>> devices);

  std::atomic<size_t> bytes_{0};
  /// Counts removals; threads sleep on it.
  std::atomic<uint32_t> removals_{1};
  std::atomic<uint32_t> sleepers_{0};
  /// The value of `removals_` at which a thread gave up: the next ones do not wait again.
  std::atomic<uint32_t> gaveUpAt_{0};
};

}  // namespace lanewise
