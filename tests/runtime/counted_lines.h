// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model of cache lines that simulated threads share. CountedAtomic has the operations of
// std::atomic. One that needs a line from another thread's cache, or must take copies away from
// other caches, counts as a transfer and takes kTransferNanoseconds of simulated time. Writers of a
// line wait for each other. Readers wait for the last writer only. One host thread simulates all.
#pragma once

#include "runtime/base/cache_line.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <set>

namespace lanewise::test {

/// Between caches of two sockets. Inside of one it is about half of that.
inline constexpr uint64_t kTransferNanoseconds = 100;

struct CacheLines {
  struct Line {
    std::set<uint32_t> holders;  // one after a write
    uint64_t writtenAt = 0;
    uint64_t transfers = 0;
  };
  /// By the thread `current`, at `now`, which advances.
  void use(const void* address, bool writes) {
    Line& line = lines[reinterpret_cast<uintptr_t>(address) / kCacheLineBytes];
    const bool has = line.holders.contains(current);
    if (!line.holders.empty() && !(has && (!writes || line.holders.size() == 1))) {
      ++line.transfers;
      ++transfers;
      now = std::max(now, line.writtenAt) + kTransferNanoseconds;
      if (writes) line.writtenAt = now;
    }
    if (writes) line.holders.clear();
    line.holders.insert(current);
  }
  /// Of the line with the most.
  uint64_t mostOfALine() const {
    uint64_t most = 0;
    for (const auto& [address, line] : lines) most = std::max(most, line.transfers);
    return most;
  }

  uint32_t current = 0;
  uint64_t now = 0, transfers = 0;
  std::map<uintptr_t, Line> lines;
};

/// Set by a simulation.
inline CacheLines* cacheLines = nullptr;

template <class T>
class CountedAtomic {
 public:
  CountedAtomic() = default;
  CountedAtomic(T value) : value_(value) {}
  T load(std::memory_order) const { return use(false), value_; }
  void store(T value, std::memory_order) { use(true), value_ = value; }
  T fetch_add(T more, std::memory_order) {
    use(true);
    const T before = value_;
    value_ += more;
    return before;
  }
  T fetch_and(T mask, std::memory_order) {
    use(true);
    const T before = value_;
    value_ &= mask;
    return before;
  }

 private:
  void use(bool writes) const {
    if (cacheLines) cacheLines->use(this, writes);
  }
  T value_{};
};

}  // namespace lanewise::test
