// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaunchOrder: which commands are ordered by queues, events and barriers, so that checks find races
// between launches. Where it is not known whether two launches are ordered, they are.
#pragma once

#include "runtime/base/mutex.h"

#include <atomic>
#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace lanewise {

class LaunchOrder {
 public:
  static LaunchOrder& get();
  /// A queue is made whose commands are added. With two of them, or one without an order, launches
  /// may overlap.
  static void noteQueue(bool isInOrder) {
    queues_.fetch_add(isInOrder ? 1 : 2, std::memory_order_relaxed);
  }
  static bool launchesMayOverlap() { return queues_.load(std::memory_order_relaxed) > 1; }

  /// The place of a command among all that were added, from 1.
  using Place = uint64_t;
  /// What such a command waits for is not known: a semaphore, or an event of the application.
  static constexpr Place kUnknown = 0;

  struct Enqueued {
    const void* queue;
    bool isInOrder;
    bool waitsForAll;  // for each command before it in the queue
    bool isBarrier;
    std::span<const Place> waits;  // the commands of its wait list that have not ended
  };
  /// A command that is no launch with checks. kUnknown if it waits for such a command.
  Place add(const Enqueued& command) EXCLUDES(mutex_);

  struct Launch {
    Place place;
    uint64_t word;  // for the kernel: abi::launchWord()
  };
  /// \pre numbers are those of ShadowMemory::nextLaunch(), which this takes.
  Launch addLaunch(const Enqueued& command, std::string kernel) EXCLUDES(mutex_);
  /// The launch has run. The host may know, and enqueue what depends on it.
  void noteEnd(Place place) EXCLUDES(mutex_);
  /// Later commands of the queue wait for something that is not known.
  void noteUnknown(const void* queue) EXCLUDES(mutex_);
  /// All commands of the queue have ended.
  void noteFinish(const void* queue) EXCLUDES(mutex_);

  /// The kernel of the launch with the number `other`, if nothing orders it with that of `own`.
  std::optional<std::string> unorderedKernel(uint64_t other, uint64_t own) const EXCLUDES(mutex_);

 private:
  static constexpr size_t kBits = 256;
  using Bits = std::bitset<kBits>;
  /// The commands before one: bit k is that k + 1 places before `place`. Earlier ones belong to
  /// them.
  struct Before {
    Place place;
    Bits bits;
    bool isKnown = true;

    void add(const Before& other);
  };
  struct Command {
    Before before;
    uint64_t number = 0;  // of a launch with checks
    std::string kernel = {};
    bool hasEnded = false;
  };

  Place nextLocked() const REQUIRES(mutex_) { return first_ + commands_.size(); }
  const Command& atLocked(Place place) const REQUIRES(mutex_) { return commands_[place - first_]; }
  Before beforeLocked(const Enqueued& command) const REQUIRES(mutex_);
  Place addLocked(const Enqueued& command, Command added) REQUIRES(mutex_);
  uint64_t leastNumberLocked(const Before& before, uint64_t own) const REQUIRES(mutex_);
  const Command* findLocked(uint64_t number) const REQUIRES(mutex_);

  static inline std::atomic<uint32_t> queues_ = 0;
  mutable Mutex mutex_;
  Place first_ GUARDED_BY(mutex_) = 1;
  std::deque<Command> commands_ GUARDED_BY(mutex_);  // the youngest
  /// What later commands of each queue come behind.
  std::map<const void*, Before> ofQueues_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
