// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread runs the commands of a schedule: waiting threads of the application (help), and
// queue threads (drainOnQueueThread). A waiting thread that has nothing to run sleeps. It is woken
// because what it waits for is complete, or to run commands that have no thread
// (Sleeper::continues).
#include "runtime/queue/queue.h"
#include "runtime/queue/schedule.h"

namespace lanewise {

void Schedule::help(const Until& until) {
  // The target may have been completed before flushToHelp(), by a thread that no longer runs the
  // queue. Then this thread does not run it either, and the flush calls one that does.
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
    // The next command may be one that this thread may not run: a queue thread is called for it.
    flushed_ = submitted_;
    continueLocked(wakeup);
  }
  carryOut(wakeup);
  // Pairs with the store in wake().
  while (!sleeper.awake.load(std::memory_order_acquire)) futexWait(sleeper.awake, 0);
  if (!sleeper.continues) return;
  Wakeup next;
  {
    Lock lock(mutex_);
    sleeperComing_ = false;
    // Others may have completed the target since. Then this thread leaves, and hands on the
    // commands that it was woken for.
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

// Prefers a sleeping thread, even if a queue thread was called before: it may begin late, if other
// queues keep all queue threads busy.
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
