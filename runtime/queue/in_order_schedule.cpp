// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of an in-order queue: the list of commands, and what its front waits for.
#include "runtime/queue/in_order_schedule.h"

#include "runtime/queue/queue.h"

#include <algorithm>

namespace lanewise {

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

}  // namespace lanewise
