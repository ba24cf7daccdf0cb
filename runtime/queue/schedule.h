// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedule: when and on which thread the commands of a queue run. Appending wakes nobody. A flush
// or much queued work calls a queue thread of the device, which drains the queue; a thread of the
// application that waits drains it itself (help()). Which command comes next is decided in
// InOrderSchedule and OutOfOrderSchedule.
//
// The files whose names end in schedule.cpp add commands and count what they wait for. What runs
// commands is in schedule_threads.cpp, in_order_drain.cpp and out_of_order_drain.cpp.
//
// A waiting thread that has nothing to run sleeps in `sleepers_`, and is woken once: when what it
// waits for is complete, or to continue where another thread stopped.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/queue/command.h"
#include "runtime/workers/queue_threads.h"

namespace lanewise {

class Queue;

/// What a thread drains a queue for. A queue thread goes on until nothing is left. A host thread
/// (of the application) stops when what it waits for is complete.
struct Until {
  bool host = false;
  /// In-order: complete when this command is. Out-of-order: the thread may run commands up to it.
  uint64_t sequence = ~uint64_t{0};
  // Out-of-order: complete when this is.
  const CommandWaiter* waiter = nullptr;
  const Event* event = nullptr;
  /// Out-of-order, if not null: the thread may run only the command that stands here.
  Command* const* only = nullptr;
};

class Schedule {
 public:
  explicit Schedule(Queue& queue);
  virtual ~Schedule() = default;
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  /// Allocates what append() of a command that waits for all needs: append() cannot fail.
  virtual void prepare(Command& command) = 0;
  /// Takes over the command. `notPending` of what `entry.pending` counts is complete already.
  void append(Command& command, uint32_t notPending) EXCLUDES(mutex_);
  /// An event of the command's wait list is complete or failed.
  static void dependencyDone(void* command, cl_int status);
  void dependencyFailed(Command& command) EXCLUDES(mutex_);

  /// All commands appended so far run without further calls of the application.
  void flush() EXCLUDES(mutex_);
  /// flush() by a thread that calls help() next. The number of the last command; 0 if all are
  /// complete.
  uint64_t flushToHelp() EXCLUDES(mutex_);
  /// Runs commands on this thread until what it waits for is complete, and sleeps while other
  /// threads run what it needs.
  void help(const Until& until) EXCLUDES(mutex_);

 protected:
  /// A waiting thread that has nothing to run, on its stack.
  struct Sleeper {
    explicit Sleeper(const Until& target) : until(target) {}
    const Until& until;
    std::atomic<uint32_t> awake{0};
    bool continues = false;  // woken to run commands; written before `awake`
    Sleeper* next = nullptr;
    Sleeper* previous = nullptr;
  };
  /// Threads to wake once the lock is given up.
  struct Wakeup {
    Sleeper* sleepers = nullptr;  // chained by `next`, no longer in sleepers_
    bool queueThread = false;
  };

  // The order of commands, in the derived classes.
  virtual void appendLocked(Command& command) REQUIRES(mutex_) = 0;
  virtual void dependencyDoneLocked(Command& command) REQUIRES(mutex_) = 0;
  virtual bool reached(const Until& until) const = 0;
  /// Could a thread with this target run a command now?
  virtual bool canRunLocked(const Until& until) const REQUIRES(mutex_) = 0;
  /// Is there flushed work that one more thread should run?
  virtual bool needsThreadLocked() const REQUIRES(mutex_) = 0;
  /// Runs commands until `until` is reached or there is none that this thread may run.
  virtual void drain(const Until& until) EXCLUDES(mutex_) = 0;
  virtual void sleeperAddedLocked() REQUIRES(mutex_) {}

  /// May the application's thread run it? The threads of a sub-device are bound to its processors,
  /// the application's is not.
  bool hostMayRun(const Command& command) const { return command.hostMayHelp() && !boundToPart_; }
  /// After every change that may leave work without a thread: adds a sleeping thread that can run
  /// it, else a queue thread.
  void continueLocked(Wakeup& wakeup) REQUIRES(mutex_);
  /// Adds the sleepers whose target is reached.
  void wakeReachedLocked(Wakeup& wakeup) REQUIRES(mutex_);
  void carryOut(const Wakeup& wakeup) EXCLUDES(mutex_) {
    if (wakeup.sleepers || wakeup.queueThread) [[unlikely]]
      wake(wakeup);
  }
  Context& context() const { return context_; }

  /// Work without a flush that is worth the wake-up of a thread (which costs up to 0.1 ms).
  static constexpr uint64_t kWakeNanoseconds = 500'000;

  Mutex mutex_;
  uint64_t submitted_ GUARDED_BY(mutex_) = 0;
  /// Commands up to this one must run without further calls of the application. Out-of-order, where
  /// later ones may be done before: all are flushed, until none is left and this is 0 again.
  uint64_t flushed_ GUARDED_BY(mutex_) = 0;
  uint64_t waitingNanoseconds_ GUARDED_BY(mutex_) = 0;  // estimate of what no thread took yet
  /// While commands are in it, a queue holds a reference to itself.
  Ref<Queue> busySelf_ GUARDED_BY(mutex_);
  Sleeper* sleepers_ GUARDED_BY(mutex_) = nullptr;
  /// In-order: the number of the last complete command, stored by the draining thread.
  /// Out-of-order: how many are complete, stored under the lock.
  std::atomic<uint64_t> completed_{0};

 private:
  struct DrainTask : QueueTask {
    explicit DrainTask(Schedule& owner) : QueueTask{drainOnQueueThread}, schedule(owner) {}
    Schedule& schedule;
  };
  static void drainOnQueueThread(QueueTask& task);
  void wake(const Wakeup& wakeup) EXCLUDES(mutex_);
  void sleep(const Until& until) EXCLUDES(mutex_);
  void removeLocked(Sleeper& sleeper) REQUIRES(mutex_);

  Queue& queue_;
  Context& context_;
  QueueThreads& queueThreads_;                     // the device's
  const bool boundToPart_;                         // the device is a sub-device
  bool sleeperComing_ GUARDED_BY(mutex_) = false;  // woken to run commands, not arrived yet
  DrainTask drainTask_{*this};
  Ref<Queue> postedSelf_ GUARDED_BY(mutex_);  // while drainTask_ is posted and has not begun
};

}  // namespace lanewise
