// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-order execution. The draining thread owns `outgoing_` while `draining_` is set; it takes the
// lock once for every list that it takes over, not for every command.
#include "runtime/queue/in_order_schedule.h"

#include "runtime/queue/execute.h"
#include "runtime/queue/queue.h"

#include <algorithm>

namespace lanewise {
namespace {

// Estimated work after which a queue thread lets the queues posted meanwhile have their turn.
constexpr uint64_t kSliceNanoseconds = 5'000'000;

}  // namespace

void InOrderSchedule::appendLocked(Command& command) {
  waitingNanoseconds_ += command.entry.estimateNanoseconds;
  incoming_.append(command);
}

void InOrderSchedule::dependencyDoneLocked(Command& command) {
  if (--command.entry.pending == 0 && stalled_ == &command) stalled_ = nullptr;
}

// Only while nobody drains, or by the draining thread.
Command* InOrderSchedule::frontLocked() const {
  return outgoing_.empty() ? incoming_.first() : outgoing_.first();
}

bool InOrderSchedule::canRunLocked(const Until& until) const {
  if (draining_ || stalled_) return false;
  const Command* front = frontLocked();
  return front && (!until.host || hostMayRun(*front));
}

bool InOrderSchedule::needsThreadLocked() const {
  return completed_.load(std::memory_order_relaxed) < flushed_ && canRunLocked({});
}

void InOrderSchedule::sleeperAddedLocked() {
  nextWake_.store(std::min(nextWake_.load(std::memory_order_relaxed), sleepers_->until.sequence));
}

void InOrderSchedule::refillLocked() {
  outgoing_ = incoming_.takeAll();
  waitingNanoseconds_ = 0;
}

bool InOrderSchedule::beginDrain() {
  Lock lock(mutex_);
  if (draining_ || stalled_) return false;
  if (outgoing_.empty()) refillLocked();
  return draining_ = !outgoing_.empty();
}

void InOrderSchedule::endDrain() {
  Wakeup wakeup;
  Ref<Queue> self;  // dropped after the lock
  {
    Lock lock(mutex_);
    draining_ = false;
    if (!frontLocked()) self = std::move(busySelf_);
    continueLocked(wakeup);
  }
  carryOut(wakeup);
}

bool InOrderSchedule::refill() {
  Lock lock(mutex_);
  refillLocked();
  return !outgoing_.empty();
}

bool InOrderSchedule::mustWait(Command& front) {
  Lock lock(mutex_);
  if (front.entry.pending == 0) return false;
  stalled_ = &front;
  return true;
}

void InOrderSchedule::wakeReached() {
  Wakeup wakeup;
  {
    Lock lock(mutex_);
    wakeReachedLocked(wakeup);
    uint64_t lowest = ~uint64_t{0};
    for (const Sleeper* sleeper = sleepers_; sleeper; sleeper = sleeper->next)
      lowest = std::min(lowest, sleeper->until.sequence);
    nextWake_.store(lowest);
  }
  carryOut(wakeup);
}

void InOrderSchedule::drain(const Until& until) {
  if (!beginDrain()) return;
  uint64_t sliceNanoseconds = 0;
  while (!reached(until)) {
    if (outgoing_.empty() && !refill()) break;
    Command& front = *outgoing_.first();
    if (front.entry.mayWait && mustWait(front)) break;
    if (until.host ? !hostMayRun(front) : sliceNanoseconds > kSliceNanoseconds) break;
    sliceNanoseconds += front.entry.estimateNanoseconds;
    const uint64_t sequence = front.entry.sequence;
    outgoing_.remove(front);
    const Completion completion = execute(front, context());
    delete &front;
    completion.publish();
    completed_.store(sequence);
    if (nextWake_.load() <= sequence) wakeReached();
  }
  endDrain();
}

}  // namespace lanewise
