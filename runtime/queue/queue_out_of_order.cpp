// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: out-of-order execution. Everything is counted under the queue's lock; commands run
// without it.
#include "runtime/queue/queue_until.h"

namespace lanewise {

void Queue::addLocked(Command& command, std::unique_ptr<CommandSegment> spare) {
  if (barrier_) {
    ++command.pending_;
    command.next_ = nullptr;
    (barrier_->heldBack_ ? barrier_->lastHeldBack_->next_ : barrier_->heldBack_) = &command;
    barrier_->lastHeldBack_ = &command;
  }
  if (command.waitsForAll_) closeSegmentLocked(command, std::move(spare));
  command.segment_ = openSegment_;
  ++openSegment_->unfinished;
  if (command.holdsBack_) barrier_ = &command;
  if (command.pending_ == 0) readyLocked(command);
}

// The closing command belongs to the next segment, so that a later one waits for it as well.
void Queue::closeSegmentLocked(Command& closing, std::unique_ptr<CommandSegment> spare) {
  if (firstSegment_ == openSegment_ && openSegment_->unfinished == 0) return;
  ++closing.pending_;
  openSegment_->closing = &closing;
  openSegment_ = openSegment_->next = spare.release();
}

void Queue::readyLocked(Command& command) {
  if (command.event_) command.event_->command_ = &command;
  if (command.waiter_) command.waiter_->command = &command;
  waitingNanoseconds_ += command.estimate_;
  ready_.append(command);
}

void Queue::oneLessLocked(Command& command) {
  if (--command.pending_ == 0) readyLocked(command);
}

Command* Queue::findReadyLocked(const Until& until) const {
  if (until.only) {
    Command* command = *until.only;
    return command && hostMayRun(*command) ? command : nullptr;
  }
  for (Command* command = ready_.first(); command; command = CommandList::after(*command))
    if (!until.host || (command->sequence_ <= until.lastSequence && hostMayRun(*command)))
      return command;
  return nullptr;
}

Command* Queue::takeReady(const Until& until) {
  bool post;
  Command* command;
  {
    Lock lock(mutex_);
    command = findReadyLocked(until);
    if (command) {
      if (command->event_) command->event_->command_ = nullptr;
      if (command->waiter_) command->waiter_->command = nullptr;
      waitingNanoseconds_ -= command->estimate_;
      ready_.remove(*command);
    } else if (!until.host) {
      --drainers_;
    }
    // Much is left, or this thread may not take what is left.
    post = needsDrainerLocked();
  }
  if (post) postDrainer();
  return command;
}

void Queue::leaveSegmentLocked(CommandSegment& segment) {
  --segment.unfinished;
  while (firstSegment_ != openSegment_ && firstSegment_->unfinished == 0) {
    const std::unique_ptr<CommandSegment> done(firstSegment_);
    firstSegment_ = done->next;
    oneLessLocked(*done->closing);
  }
}

void Queue::account(const Finished& finished) {
  Ref<Queue> self;  // dropped after the lock
  Lock lock(mutex_);
  if (finished.barrier) {
    if (barrier_ == finished.barrier.get()) barrier_ = nullptr;
    for (Command* held = finished.barrier->heldBack_; held;)
      oneLessLocked(*std::exchange(held, CommandList::after(*held)));
  }
  leaveSegmentLocked(*finished.segment);
  if (completed_.fetch_add(1) + 1 == submitted_) {
    self = std::move(busySelf_);
    flushed_ = 0;
  }
  if (sleepers_.load() != 0) changed_.notify_all();
}

void Queue::drainOutOfOrder(const Until& until) {
  if (!until.host) {
    Lock lock(mutex_);
    ++drainers_;
  }
  while (!until.reached()) {
    Command* command = takeReady(until);
    if (!command) break;
    const Finished finished = execute(*command);
    settle(finished);
    account(finished);
  }
}

}  // namespace lanewise
