// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work-item of a kernel costs, as measured on its launches: decides whether a launch is
// shared among threads and how many work-groups are taken at a time.
#pragma once

#include "runtime/base/cache_line.h"

#include <atomic>
#include <cstdint>

namespace lanewise {

/// Each launch writes to it, so it has a cache line of its own: chunks of other launches read what
/// is beside it.
class alignas(kCacheLineBytes) LaunchCost {
 public:
  LaunchCost() = default;
  LaunchCost(const LaunchCost& other) : nanosecondsPerItem_(other.nanosecondsPerItem()) {}
  LaunchCost& operator=(const LaunchCost& other) {
    nanosecondsPerItem_.store(other.nanosecondsPerItem(), std::memory_order_relaxed);
    return *this;
  }

  /// 0 before the first measurement.
  float nanosecondsPerItem() const { return nanosecondsPerItem_.load(std::memory_order_relaxed); }

  /// Short launches are measured seldom: asking for the time costs as much as they do.
  bool wantsSample() {
    const uint32_t launch = launches_.load(std::memory_order_relaxed);
    launches_.store(launch + 1, std::memory_order_relaxed);
    return launch < 4 || launch % 64 == 0;
  }

  /// Moves half way to the new figure, at once when there was none or the launch got cheaper: the
  /// first runs pay for cold caches and page faults.
  void add(double nanoseconds, double items) {
    const float sample = static_cast<float>(nanoseconds / items);
    const float before = nanosecondsPerItem();
    const float mixed = before == 0 || sample < before ? sample : (before + sample) / 2;
    // Never 0: that means unknown.
    nanosecondsPerItem_.store(mixed > 1e-6f ? mixed : 1e-6f, std::memory_order_relaxed);
  }

 private:
  // Racing updates lose one or the other sample, which is harmless: all relaxed.
  std::atomic<float> nanosecondsPerItem_{0};
  std::atomic<uint32_t> launches_{0};
};

}  // namespace lanewise
