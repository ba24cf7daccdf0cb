// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of an out-of-order queue: what each command waits for, and which ones are ready.
#include "runtime/queue/out_of_order_schedule.h"

#include "runtime/queue/queue.h"

namespace lanewise {

OutOfOrderSchedule::OutOfOrderSchedule(Queue& queue)
    : Schedule(queue), firstSegment_(new CommandSegment), openSegment_(firstSegment_) {}

OutOfOrderSchedule::~OutOfOrderSchedule() { delete openSegment_; }

void OutOfOrderSchedule::prepare(Command& command) { command.entry.segment = new CommandSegment; }

void OutOfOrderSchedule::appendLocked(Command& command) {
  QueueEntry& entry = command.entry;
  if (barrier_) {
    QueueEntry& barrier = barrier_->entry;
    ++entry.pending;
    entry.next = nullptr;
    (barrier.blocked ? barrier.lastBlocked->entry.next : barrier.blocked) = &command;
    barrier.lastBlocked = &command;
  }
  if (entry.waitsForAll)
    closeSegmentLocked(command, std::unique_ptr<CommandSegment>(entry.segment));
  entry.segment = openSegment_;
  ++openSegment_->unfinished;
  if (entry.isBarrier) barrier_ = &command;
  if (entry.pending == 0) readyLocked(command);
}

// The closing command belongs to the next segment, so that a later one waits for it as well.
void OutOfOrderSchedule::closeSegmentLocked(Command& closing,
                                            std::unique_ptr<CommandSegment> next) {
  if (firstSegment_ == openSegment_ && openSegment_->unfinished == 0) return;
  ++closing.entry.pending;
  openSegment_->closing = &closing;
  openSegment_ = openSegment_->next = next.release();
}

void OutOfOrderSchedule::readyLocked(Command& command) {
  QueueEntry& entry = command.entry;
  if (entry.event) entry.event->command_ = &command;
  if (entry.waiter) entry.waiter->command = &command;
  waitingNanoseconds_ += entry.estimateNanoseconds;
  ready_.append(command);
}

void OutOfOrderSchedule::dependencyDoneLocked(Command& command) {
  if (--command.entry.pending == 0) readyLocked(command);
}

bool OutOfOrderSchedule::reached(const Until& until) const {
  if (until.waiter) return until.waiter->done.load();
  return until.event && until.event->done();
}

Command* OutOfOrderSchedule::findReadyLocked(const Until& until) const {
  if (until.only) {
    Command* command = *until.only;
    return command && hostMayRun(*command) ? command : nullptr;
  }
  for (Command* command = ready_.first(); command; command = CommandList::after(*command))
    if (!until.host || (command->entry.sequence <= until.sequence && hostMayRun(*command)))
      return command;
  return nullptr;
}

bool OutOfOrderSchedule::canRunLocked(const Until& until) const {
  return findReadyLocked(until) != nullptr;
}

bool OutOfOrderSchedule::needsThreadLocked() const {
  if (!flushed_ || ready_.empty()) return false;
  // One thread is a must. More are for speed: as many as the device has, one after another.
  return drainers_ == 0 || waitingNanoseconds_ >= kWakeNanoseconds;
}

}  // namespace lanewise
