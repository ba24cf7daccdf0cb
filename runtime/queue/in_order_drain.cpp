// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-order execution. The draining thread owns `outgoing_` while `draining_` is set; it takes the
// lock once for every list that it takes over, not for every command.
#include "runtime/queue/execute.h"
#include "runtime/queue/in_order_schedule.h"
#include "runtime/queue/queue.h"

#include <algorithm>

namespace lanewise {
namespace {

// Estimated work after which a queue thread lets the queues posted meanwhile have their turn.
constexpr uint64_t kSliceNanoseconds = 5'000'000;

}  // namespace

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
