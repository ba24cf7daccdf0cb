// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedule of an in-order queue. Producers append to `incoming_`; at most one thread at a time
// takes that list as its `outgoing_` and runs it from the front, without the lock. A front command
// that waits for events ends the draining (`stalled_`); the last of its events continues it.
#pragma once

#include "runtime/queue/schedule.h"

namespace lanewise {

class InOrderSchedule final : public Schedule {
 public:
  using Schedule::Schedule;
  void prepare(Command&) override {}

 private:
  void appendLocked(Command& command) override REQUIRES(mutex_);
  void dependencyDoneLocked(Command& command) override REQUIRES(mutex_);
  bool reached(const Until& until) const override { return completed_.load() >= until.sequence; }
  bool canRunLocked(const Until& until) const override REQUIRES(mutex_);
  bool needsThreadLocked() const override REQUIRES(mutex_);
  void drain(const Until& until) override EXCLUDES(mutex_);
  void sleeperAddedLocked() override REQUIRES(mutex_);

  Command* frontLocked() const REQUIRES(mutex_);
  void refillLocked() REQUIRES(mutex_);
  bool beginDrain() EXCLUDES(mutex_);
  void endDrain() EXCLUDES(mutex_);
  bool refill() EXCLUDES(mutex_);
  bool mustWait(Command& front) EXCLUDES(mutex_);
  void wakeReached() EXCLUDES(mutex_);

  CommandList incoming_ GUARDED_BY(mutex_);
  CommandList outgoing_;  // the draining thread's; handed over by draining_
  bool draining_ GUARDED_BY(mutex_) = false;
  Command* stalled_ GUARDED_BY(mutex_) = nullptr;
  /// The lowest number that a sleeper waits for. Sequentially consistent: a sleeper stores it, then
  /// reads completed_; the draining thread stores completed_, then reads this.
  std::atomic<uint64_t> nextWake_{~uint64_t{0}};
};

}  // namespace lanewise
