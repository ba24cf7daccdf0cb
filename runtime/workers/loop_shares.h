// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides the indices of one loop among threads. Each thread has a share of its own, a part of the
// range without gaps, and takes chunks from it. When its share is used up, it takes chunks of
// others (stealing). A thread writes to a cache line of another one only to steal.
//
// The part of a share depends on the position of the thread's processor only. So the threads of one
// memory node work on one part of the range, the same one in each loop of similar size, and memory
// that was first written by such a loop is on the node of the threads that use it later.
//
// docs/scaling.md has the counts. Loops use std::atomic; tests use a type that counts transfers of
// cache lines.
#pragma once

#include "runtime/base/cache_line.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

namespace lanewise {

/// Indices of a loop.
struct LoopRange {
  uint64_t begin, end;
};

/// The share of a thread, and the one that it takes chunks of.
struct LoopPlace {
  uint32_t own, current;
};

template <template <class> class Atomic>
class BasicLoopShares {
 public:
  /// More threads than this have common shares.
  static constexpr uint32_t kMostShares = 256;

  /// Shares of [0, count), in chunks of `grain` for at most `threads` threads. \pre count, grain
  /// and threads are not 0.
  BasicLoopShares(uint64_t count, uint64_t grain, uint32_t threads);
  BasicLoopShares(const BasicLoopShares&) = delete;
  BasicLoopShares& operator=(const BasicLoopShares&) = delete;

  uint64_t chunks() const { return (count_ - 1) / grain_ + 1; }

  /// The share of a thread on the processor at `position` of `positions`: the one of this
  /// position, or the next one that no thread has claimed. Not at the same time as another call.
  LoopPlace claim(uint32_t position, uint32_t positions);
  /// Takes a chunk of the current share, or of another one if it has none. False if none is left.
  bool take(LoopPlace& place, LoopRange& taken);
  /// No chunk is left: all have been taken, or stop() was called.
  bool exhausted() const { return groupsLeft_.bits.load(std::memory_order_relaxed) == 0; }
  /// Threads take no further chunks of others. Each stops with its own share itself.
  void stop() { groupsLeft_.bits.store(0, std::memory_order_relaxed); }

 private:
  static constexpr uint32_t kGroupShares = 16, kGroups = kMostShares / kGroupShares;
  static_assert(kGroupShares <= 32 && kGroups <= 32);

  struct alignas(kCacheLineBytes) Share {
    Atomic<uint64_t> next;  // chunk
    uint64_t end;
  };
  struct alignas(kCacheLineBytes) Bits {
    Atomic<uint32_t> bits;
  };

  uint32_t groups() const { return (shareCount_ - 1) / kGroupShares + 1; }
  Share& share(uint32_t index) { return reinterpret_cast<Share*>(shareMemory_)[index]; }
  bool findOther(LoopPlace& place);
  bool hasBit(uint32_t index) const {
    return sharesLeft_[index / kGroupShares].bits.load(std::memory_order_relaxed) >>
               index % kGroupShares &
           1;
  }
  void markEmpty(uint32_t index);
  void markGroupEmpty(uint32_t group) {
    groupsLeft_.bits.fetch_and(~(uint32_t{1} << group), std::memory_order_relaxed);
  }

  // Read by all threads, not changed.
  const uint64_t count_, grain_;
  const uint32_t shareCount_;
  // Changed by claim() alone. A bit for each share.
  alignas(kCacheLineBytes) uint32_t unclaimed_[kGroups];
  // A tree, in which few threads write to a line: a bit is set while the group, or the share, has
  // chunks.
  Bits groupsLeft_;
  Bits sharesLeft_[kGroups];
  // Constructed as far as it is used.
  alignas(kCacheLineBytes) std::byte shareMemory_[kMostShares * sizeof(Share)];
};

using LoopShares = BasicLoopShares<std::atomic>;

namespace detail {

/// The first set bit from `from` on, or the first one of all. \pre bits != 0.
inline uint32_t nextBit(uint32_t bits, uint32_t from) {
  const uint32_t above = bits & (~uint32_t{0} << from);
  return static_cast<uint32_t>(std::countr_zero(above ? above : bits));
}

/// One of the set bits: different ones for different numbers. \pre bits != 0.
inline uint32_t someBit(uint32_t bits, uint32_t number) {
  for (uint32_t skipped = number % static_cast<uint32_t>(std::popcount(bits)); skipped; --skipped)
    bits &= bits - 1;
  return static_cast<uint32_t>(std::countr_zero(bits));
}

}  // namespace detail

template <template <class> class Atomic>
BasicLoopShares<Atomic>::BasicLoopShares(uint64_t count, uint64_t grain, uint32_t threads)
    : count_(count),
      grain_(grain),
      shareCount_(static_cast<uint32_t>(
          std::min<uint64_t>({chunks(), uint64_t{threads}, uint64_t{kMostShares}}))) {
  const uint64_t each = chunks() / shareCount_, more = chunks() % shareCount_;
  uint64_t begin = 0;
  for (uint32_t index = 0; index < shareCount_; ++index) {
    const uint64_t end = begin + each + (index < more ? 1 : 0);
    new (&share(index)) Share{{begin}, end};
    begin = end;
  }
  for (uint32_t group = 0; group < groups(); ++group) {
    const uint32_t bits = std::min(shareCount_ - kGroupShares * group, kGroupShares);
    unclaimed_[group] = ~uint32_t{0} >> (32 - bits);
    sharesLeft_[group].bits.store(unclaimed_[group], std::memory_order_relaxed);
  }
  groupsLeft_.bits.store(~uint32_t{0} >> (32 - groups()), std::memory_order_relaxed);
}

template <template <class> class Atomic>
LoopPlace BasicLoopShares<Atomic>::claim(uint32_t position, uint32_t positions) {
  const auto wanted =
      static_cast<uint32_t>(uint64_t{position} * shareCount_ / std::max(positions, 1u)) %
      shareCount_;
  for (uint32_t step = 0; step < groups(); ++step) {
    const uint32_t group = (wanted / kGroupShares + step) % groups();
    uint32_t& free = unclaimed_[group];
    if (free == 0) continue;
    const uint32_t bit = detail::nextBit(free, step == 0 ? wanted % kGroupShares : 0);
    free &= ~(uint32_t{1} << bit);
    const uint32_t found = kGroupShares * group + bit;
    return {found, found};
  }
  return {wanted, wanted};
}

template <template <class> class Atomic>
bool BasicLoopShares<Atomic>::take(LoopPlace& place, LoopRange& taken) {
  do {
    Share& from = share(place.current);
    // Relaxed: the lock under which a thread joins the loop publishes what the chunks read.
    const uint64_t chunk = from.next.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= from.end) {
      // Another thread has taken the last chunk and may not run at the moment.
      if (hasBit(place.current)) markEmpty(place.current);
      continue;
    }
    if (chunk + 1 == from.end) markEmpty(place.current);
    taken.begin = chunk * grain_;
    taken.end = count_ - taken.begin > grain_ ? taken.begin + grain_ : count_;
    return true;
  } while (findOther(place));
  return false;
}

template <template <class> class Atomic>
void BasicLoopShares<Atomic>::markEmpty(uint32_t index) {
  const uint32_t group = index / kGroupShares, bit = uint32_t{1} << index % kGroupShares;
  const uint32_t before = sharesLeft_[group].bits.fetch_and(~bit, std::memory_order_relaxed);
  if ((before & ~bit) == 0) markGroupEmpty(group);
}

/// Neighbours first: those of the thread's own group. Threads that come from one group spread over
/// all shares of the others.
template <template <class> class Atomic>
bool BasicLoopShares<Atomic>::findOther(LoopPlace& place) {
  const uint32_t own = place.own / kGroupShares;
  for (;;) {
    const uint32_t groupsLeft = groupsLeft_.bits.load(std::memory_order_relaxed);
    if (groupsLeft == 0) return false;
    const bool isOwn = groupsLeft >> own & 1;
    const auto choices = static_cast<uint32_t>(std::popcount(groupsLeft));
    const uint32_t group = isOwn ? own : detail::someBit(groupsLeft, place.own % choices);
    const uint32_t left = sharesLeft_[group].bits.load(std::memory_order_relaxed);
    if (left == 0) {
      markGroupEmpty(group);
      continue;
    }
    place.current = kGroupShares * group + (isOwn ? detail::nextBit(left, place.own % kGroupShares)
                                                  : detail::someBit(left, place.own / choices));
    return true;
  }
}

}  // namespace lanewise
