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
#include <memory>
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
  struct Kernel {
    std::string name;
    std::shared_ptr<const std::string> sites;  // nthSite() reads them; null: not known
  };
  struct Added {
    Place place;
    bool isKnown;

    /// What a command waits for that waits for its event.
    Place ofEvent() const { return isKnown ? place : kUnknown; }
  };
  /// \param kernel  of a launch that checks races
  Added add(const Enqueued& command, std::optional<Kernel> kernel = std::nullopt) EXCLUDES(mutex_);
  /// A launch begins to run, and takes the next number of ShadowMemory. The word for its kernel
  /// (abi::launchWord()).
  uint64_t begin(Place place) EXCLUDES(mutex_);
  /// A launch begins that was not added: a recorded one, or one that a kernel enqueued.
  uint64_t beginUnordered() EXCLUDES(mutex_);
  /// The launch has run. The host may know, and enqueue what depends on it.
  void noteEnd(Place place) EXCLUDES(mutex_);

  /// Later commands of the queue wait for something that is not known.
  void noteUnknown(const void* queue) EXCLUDES(mutex_);
  /// The next place: commands before it have been added.
  Place next() const EXCLUDES(mutex_);
  /// All commands of the queue before `place` have ended, also those that waited for something that
  /// is not known.
  void noteFinish(const void* queue, Place place) EXCLUDES(mutex_);
  /// The queue is deleted.
  void forget(const void* queue) EXCLUDES(mutex_);

  /// The kernel of the launch with the number `other`, if nothing orders it with that of `own`.
  std::optional<Kernel> unorderedKernel(uint64_t other, uint64_t own) const EXCLUDES(mutex_);

 private:
  static constexpr size_t kBits = 256;
  using Bits = std::bitset<kBits>;
  /// The commands before one: bit k is that k + 1 places before `place`. Earlier ones belong to
  /// them.
  struct Before {
    Place place;
    Bits bits = {};
    bool isKnown = true;

    /// \pre other.place <= place
    void add(const Before& other);
    bool has(Place earlier) const { return place - earlier > kBits || bits[place - earlier - 1]; }
  };
  struct Command {
    Before before;
    const void* queue;
    std::optional<Kernel> kernel;
    uint64_t number = 0;  // of a launch that has begun
    bool hasEnded = false;
  };
  /// What later commands of a queue come behind.
  struct QueueState {
    Before before = {.place = 0};  // 0: there are none
    Place lastUnknown = 0;         // 0: all is known
  };

  Place nextLocked() const REQUIRES(mutex_) { return first_ + commands_.size(); }
  Command& atLocked(Place place) REQUIRES(mutex_) { return commands_[place - first_]; }
  const Command& atLocked(Place place) const REQUIRES(mutex_) { return commands_[place - first_]; }
  Before beforeLocked(const Enqueued& command) const REQUIRES(mutex_);
  void noteForLaterLocked(const Enqueued& command, const Before& before) REQUIRES(mutex_);
  static bool areUnordered(const Command& one, const Command& other);
  const Command* findLocked(uint64_t number) const REQUIRES(mutex_);

  static inline std::atomic<uint32_t> queues_ = 0;
  mutable Mutex mutex_;
  Place first_ GUARDED_BY(mutex_) = 1;
  std::deque<Command> commands_ GUARDED_BY(mutex_);  // the youngest
  std::map<const void*, QueueState> ofQueues_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
