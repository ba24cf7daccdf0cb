// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread runs the commands of a schedule: waiting threads of the application, which sleep
// while others run what they need, and queue threads.
#include "runtime/queue/queue.h"
#include "runtime/queue/schedule.h"

namespace lanewise {

void Schedule::help(const Until& until) {
  // Whoever completed the target may have left the queue before flushToHelp().
  if (reached(until)) return flush();
  while (true) {
    drain(until);
    if (reached(until)) return;
    sleep(until);
    if (reached(until)) return;
  }
}

void Schedule::sleep(const Until& until) {
  Sleeper sleeper(until);
  Wakeup wakeup;
  {
    Lock lock(mutex_);
    // Commands that complete from here on see the sleeper.
    sleeper.next = sleepers_;
    if (sleepers_) sleepers_->previous = &sleeper;
    sleepers_ = &sleeper;
    sleeperAddedLocked();
    if (reached(until) || canRunLocked(until)) return removeLocked(sleeper);
    // What is in the way may be something that this thread may not run.
    flushed_ = submitted_;
    continueLocked(wakeup);
  }
  carryOut(wakeup);
  // Pairs with the store in carryOut().
  while (!sleeper.awake.load(std::memory_order_acquire)) futexWait(sleeper.awake, 0);
  if (!sleeper.continues) return;
  Wakeup next;
  {
    Lock lock(mutex_);
    sleeperComing_ = false;
    // Others may have run it meanwhile, and this thread is about to leave.
    if (reached(until)) continueLocked(next);
  }
  carryOut(next);
}

void Schedule::removeLocked(Sleeper& sleeper) {
  (sleeper.previous ? sleeper.previous->next : sleepers_) = sleeper.next;
  if (sleeper.next) sleeper.next->previous = sleeper.previous;
  sleeper.previous = nullptr;
}

void Schedule::drainOnQueueThread(QueueTask& task) {
  Schedule& schedule = static_cast<DrainTask&>(task).schedule;
  Ref<Queue> self;
  {
    Lock lock(schedule.mutex_);
    self = std::move(schedule.postedSelf_);
  }
  schedule.drain({});
}

// A queue thread that was called may be long in coming, if other queues keep all of them busy: a
// sleeping thread that can run the commands is woken all the same.
void Schedule::continueLocked(Wakeup& wakeup) {
  if (sleeperComing_) return;
  const bool needsThread = needsThreadLocked();
  for (Sleeper* sleeper = sleepers_; sleeper; sleeper = sleeper->next) {
    // A thread that waits for this very command runs it, even while others run the queue: they may
    // take long, or wait for the command.
    if (!(needsThread || sleeper->until.only) || !canRunLocked(sleeper->until)) continue;
    removeLocked(*sleeper);
    sleeperComing_ = sleeper->continues = true;
    sleeper->next = std::exchange(wakeup.sleepers, sleeper);
    return;
  }
  if (!needsThread || postedSelf_) return;
  postedSelf_ = Ref<Queue>(queue_);
  wakeup.queueThread = true;
}

void Schedule::wakeReachedLocked(Wakeup& wakeup) {
  for (Sleeper *sleeper = sleepers_, *next; sleeper; sleeper = next) {
    next = sleeper->next;
    if (!reached(sleeper->until)) continue;
    removeLocked(*sleeper);
    sleeper->next = std::exchange(wakeup.sleepers, sleeper);
  }
}

void Schedule::wake(const Wakeup& wakeup) {
  for (Sleeper* sleeper = wakeup.sleepers; sleeper;) {
    // The sleeper is gone once it sees the store: only its address is used after that.
    std::atomic<uint32_t>& awake = std::exchange(sleeper, sleeper->next)->awake;
    awake.store(1, std::memory_order_release);
    futexWakeOne(awake);
  }
  if (wakeup.queueThread) queueThreads_.post(drainTask_);
}

}  // namespace lanewise
