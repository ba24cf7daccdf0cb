// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: in-order execution. The drainer owns `outgoing_` while `draining_` is set; it takes the
// lock once for every list that it takes over, not for every command.
#include "runtime/queue/queue_until.h"

namespace lanewise {
namespace {

// Estimated work after which a worker's drainer lets the queues posted meanwhile have their turn.
constexpr uint64_t kSliceNanoseconds = 5'000'000;

}  // namespace

void Queue::appendLocked(Command& command) {
  waitingNanoseconds_ += command.estimate_;
  incoming_.append(command);
}

// Only while nobody drains, or by the drainer.
Command* Queue::frontLocked() const {
  return outgoing_.empty() ? incoming_.first() : outgoing_.first();
}

bool Queue::beginDrain() {
  Lock lock(mutex_);
  if (draining_ || stalled_) return false;
  return draining_ = true;
}

void Queue::endDrain() {
  bool post;
  Ref<Queue> self;  // dropped after the lock
  {
    Lock lock(mutex_);
    draining_ = false;
    if (!frontLocked()) self = std::move(busySelf_);
    post = needsDrainerLocked();
    if (sleepers_.load() != 0) changed_.notify_all();
  }
  if (post) postDrainer();
}

bool Queue::refillOutgoing() {
  Lock lock(mutex_);
  outgoing_ = incoming_.takeAll();
  waitingNanoseconds_ = 0;
  return !outgoing_.empty();
}

bool Queue::mustWait(Command& front) {
  Lock lock(mutex_);
  if (front.pending_ == 0) return false;
  stalled_ = &front;
  return true;
}

void Queue::drainInOrder(const Until& until) {
  if (!beginDrain()) return;
  uint64_t sliceNanoseconds = 0;
  while (!until.reached()) {
    if (outgoing_.empty() && !refillOutgoing()) break;
    Command& front = *outgoing_.first();
    if (front.mayWait_ && mustWait(front)) break;
    if (until.host ? !hostMayRun(front) : sliceNanoseconds > kSliceNanoseconds) break;
    sliceNanoseconds += front.estimate_;
    outgoing_.remove(front);
    const Finished finished = execute(front);
    settle(finished);
    completed_.store(finished.sequence);
    wakeSleepers();
  }
  endDrain();
}

}  // namespace lanewise
