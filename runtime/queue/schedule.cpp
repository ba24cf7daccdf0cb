// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a queue adds to either order: commands, completed dependencies, flushes.
#include "runtime/queue/schedule.h"

#include "runtime/queue/queue.h"

namespace lanewise {

Schedule::Schedule(Queue& queue)
    : queue_(queue),
      context_(queue.context()),
      queueThreads_(queue.device().queueThreads()),
      boundToPart_(queue.device().parent() != nullptr) {
  // Commands that run may not fail for want of them.
  (void)queue.device().workers();
}

void Schedule::append(Command& command, uint32_t notPending) {
  Wakeup wakeup;
  QueueEntry& entry = command.entry;
  {
    Lock lock(mutex_);
    entry.pending -= notPending;
    entry.sequence = ++submitted_;
    if (entry.event) entry.event->setSequence(entry.sequence);
    if (!busySelf_) busySelf_ = Ref<Queue>(queue_);
    if (entry.waiter) {
      entry.waiter->sequence = entry.sequence;
      flushed_ = submitted_;
    }
    // A blocking call helps: it wakes another thread only if it has to leave something behind.
    const bool helps = entry.waiter != nullptr;
    appendLocked(command);
    if (waitingNanoseconds_ > kWakeNanoseconds) flushed_ = submitted_;
    if (!helps && flushed_ == submitted_) continueLocked(wakeup);
  }
  carryOut(wakeup);
}

void Schedule::dependencyDone(void* user, cl_int status) {
  Command& command = *static_cast<Command*>(user);
  Schedule& self = *command.entry.schedule;
  // Until the count below, the command keeps its queue alive; after it, only this does.
  const Ref<Queue> queue(self.queue_);
  Wakeup wakeup;
  {
    Lock lock(self.mutex_);
    if (status < 0) command.entry.waitFailed = true;
    self.dependencyDoneLocked(command);
    self.continueLocked(wakeup);
  }
  self.carryOut(wakeup);
}

void Schedule::dependencyFailed(Command& command) {
  Lock lock(mutex_);
  command.entry.waitFailed = true;
}

void Schedule::flush() {
  Wakeup wakeup;
  {
    Lock lock(mutex_);
    flushed_ = submitted_;
    continueLocked(wakeup);
  }
  carryOut(wakeup);
}

uint64_t Schedule::flushToHelp() {
  Lock lock(mutex_);
  flushed_ = submitted_;
  return completed_.load() == submitted_ ? 0 : submitted_;
}

}  // namespace lanewise
