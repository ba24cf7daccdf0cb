// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out-of-order execution: threads take ready commands, run them without the lock, and release what
// waited for them.
#include "runtime/queue/execute.h"
#include "runtime/queue/out_of_order_schedule.h"
#include "runtime/queue/queue.h"

namespace lanewise {

Command* OutOfOrderSchedule::takeReadyLocked(const Until& until) {
  Command* command = findReadyLocked(until);
  if (!command) return nullptr;
  QueueEntry& entry = command->entry;
  if (entry.event) entry.event->command_ = nullptr;
  if (entry.waiter) entry.waiter->command = nullptr;
  waitingNanoseconds_ -= entry.estimateNanoseconds;
  ready_.remove(*command);
  return command;
}

void OutOfOrderSchedule::leaveSegmentLocked(CommandSegment& segment) {
  --segment.unfinished;
  while (firstSegment_ != openSegment_ && firstSegment_->unfinished == 0) {
    const std::unique_ptr<CommandSegment> done(firstSegment_);
    firstSegment_ = done->next;
    dependencyDoneLocked(*done->closing);
  }
}

void OutOfOrderSchedule::finishLocked(CommandSegment& segment, std::unique_ptr<Command> barrier) {
  if (barrier) {
    if (barrier_ == barrier.get()) barrier_ = nullptr;
    for (Command* blocked = barrier->entry.blocked; blocked;)
      dependencyDoneLocked(*std::exchange(blocked, CommandList::after(*blocked)));
  }
  leaveSegmentLocked(segment);
  completed_.fetch_add(1);
}

/// Counts out what this thread ran, if anything, and takes the next command.
Command* OutOfOrderSchedule::finishAndTake(Ran& ran, const Until& until) {
  Wakeup wakeup;
  Ref<Queue> self;  // dropped after the lock
  Command* next = nullptr;
  {
    Lock lock(mutex_);
    if (ran.segment) {
      finishLocked(*ran.segment, std::unique_ptr<Command>(ran.barrier));
      if (completed_.load() == submitted_) {
        self = std::move(busySelf_);
        flushed_ = 0;
      }
    }
    if (!reached(until)) next = takeReadyLocked(until);
    const bool counts = next && !until.host && next->hostMayHelp();
    drainers_ += counts - ran.counted;
    ran.counted = counts;
    // Much is left, or this thread may not take what is left.
    if (ran.segment) wakeReachedLocked(wakeup);
    continueLocked(wakeup);
  }
  carryOut(wakeup);
  return next;
}

void OutOfOrderSchedule::drain(const Until& until) {
  Ran ran;
  while (Command* command = finishAndTake(ran, until)) {
    ran.segment = command->entry.segment;
    // A barrier stays until those that wait for it are released.
    ran.barrier = command->entry.isBarrier ? command : nullptr;
    const Completion completion = execute(*command, context());
    if (!ran.barrier) delete command;
    completion.publish();
  }
}

}  // namespace lanewise
