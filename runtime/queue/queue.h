// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: takes commands and has them run. Appending wakes nobody; flush, a wait from elsewhere or
// much queued work posts a drainer to the device's workers. finish() and the waits help: the
// calling thread runs the commands it waits for itself.
//
// In-order: producers append to `incoming_`; at most one drainer at a time takes the list as its
// `outgoing_` and runs it from the front, without the lock. A front command that waits for events
// ends the drainer's work (`stalled_`); the last of its events posts a new one.
//
// Out-of-order: a command counts what it waits for (events, the barrier before it) and is put on
// `ready_` when that is nothing; drainers, on several threads, take from there. A marker or barrier
// that waits for everything before it closes a CommandSegment: it waits until the segments up to
// that one have no unfinished command.
//
// While commands are in it, a queue holds a reference to itself.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/queue/command.h"

#include <span>

namespace lanewise {

class Device;
class Workers;

/// The end of a blocking call's command, on the stack of the call.
struct CommandWaiter {
  std::atomic<bool> done{false};  // stored by Queue::settle, after `status`
  cl_int status = CL_COMPLETE;
  uint64_t sequence = 0;
  /// In an out-of-order queue, while it is ready and not taken; guarded by the queue's mutex.
  Command* command = nullptr;
};

/// Commands of an out-of-order queue between two markers or barriers that wait for everything.
struct CommandSegment {
  uint64_t unfinished = 0;
  Command* closing = nullptr;  // waits for this segment and those before it
  CommandSegment* next = nullptr;
};

class Queue : public Object<Queue> {
 public:
  using Handle = cl_command_queue;
  static constexpr Tag kTag = Tag::Queue;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  Queue(Context& context, Device& device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> propertyList);
  ~Queue();

  Context& context() const { return *context_; }
  Device& device() const { return *device_; }
  cl_command_queue_properties properties() const { return properties_; }
  bool outOfOrder() const { return properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; }
  bool profiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  /// As given to clCreateCommandQueueWithProperties, with the ending 0; empty if none was given.
  std::span<const cl_queue_properties> propertyList() const { return propertyList_; }

  /// Takes the command. It runs after all of `waitList` (already checked and of this context). If
  /// `event` is given, a new Event is stored there, with the application's reference. If
  /// `blocking`, returns when the command is done (helping); the result is then the command's:
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if something it waited for failed.
  /// CL_OUT_OF_RESOURCES in a process forked after the queue was made; so say all that follow.
  Status submit(std::unique_ptr<Command> command, std::span<Event* const> waitList, cl_event* event,
                bool blocking);
  /// CL_COMMAND_MARKER or CL_COMMAND_BARRIER: an empty wait list means everything before; what
  /// comes after a barrier waits for it.
  Status submitMarker(cl_command_type type, std::span<Event* const> waitList, cl_event* event);

  Status flush() EXCLUDES(mutex_);
  Status finish() EXCLUDES(mutex_);
  /// clWaitForEvents: helps the queues of the events.
  static Status wait(std::span<Event* const> events);
  /// Returns when all commands enqueued before to any queue of the context are complete.
  static void finishAll(Context& context);
  /// The implicit flush of clReleaseCommandQueue.
  void onLastRelease() { (void)flush(); }

 private:
  struct Until;
  struct Finished;

  // queue.cpp: submission, and what both kinds share.
  Status usable() const;
  void enqueue(std::unique_ptr<Command> command, std::span<Event* const> waitList, cl_event* event,
               CommandWaiter* waiter) EXCLUDES(mutex_);
  uint32_t registerWaits(Command& command, std::span<Event* const> waitList) EXCLUDES(mutex_);
  void noteFlush() EXCLUDES(mutex_);
  static void dependencyDone(void* command, cl_int status);
  /// True if the caller must call postDrainer() once it has given up the lock.
  bool needsDrainerLocked() REQUIRES(mutex_);
  void postDrainer();
  static void drainPosted(void* queue);

  // queue_run.cpp: running commands, helping and sleeping.
  Finished execute(Command& command);
  void settle(const Finished& finished);
  void drain(const Until& until) EXCLUDES(mutex_);
  /// Runs commands here until `until` holds, sleeping while others run what it needs.
  void help(const Until& until) EXCLUDES(mutex_);
  /// May the application's thread run it? The threads of a sub-device are bound to its processors,
  /// the application's is not.
  bool hostMayRun(const Command& command) const { return command.hostMayHelp() && !boundToPart_; }
  bool hostCanHelpLocked(const Until& until) const REQUIRES(mutex_);
  void wakeSleepers() EXCLUDES(mutex_);

  // queue_in_order.cpp
  void appendLocked(Command& command) REQUIRES(mutex_);
  Command* frontLocked() const REQUIRES(mutex_);
  bool beginDrain() EXCLUDES(mutex_);
  void endDrain() EXCLUDES(mutex_);
  bool refillOutgoing() EXCLUDES(mutex_);
  bool mustWait(Command& front) EXCLUDES(mutex_);
  void drainInOrder(const Until& until) EXCLUDES(mutex_);

  // queue_out_of_order.cpp
  void addLocked(Command& command, std::unique_ptr<CommandSegment> spare) REQUIRES(mutex_);
  void closeSegmentLocked(Command& closing, std::unique_ptr<CommandSegment> spare) REQUIRES(mutex_);
  void readyLocked(Command& command) REQUIRES(mutex_);
  void oneLessLocked(Command& command) REQUIRES(mutex_);
  Command* findReadyLocked(const Until& until) const REQUIRES(mutex_);
  Command* takeReady(const Until& until) EXCLUDES(mutex_);
  void leaveSegmentLocked(CommandSegment& segment) REQUIRES(mutex_);
  void account(const Finished& finished) EXCLUDES(mutex_);
  void drainOutOfOrder(const Until& until) EXCLUDES(mutex_);

  Ref<Context> context_;
  Ref<Device> device_;
  cl_command_queue_properties properties_;
  std::vector<cl_queue_properties> propertyList_;
  const uint32_t generation_;  // forkGeneration() at creation
  const bool boundToPart_;     // the device is a sub-device
  Workers& workers_;           // the device's, made before the first command

  Mutex mutex_;
  Condition changed_;
  uint64_t submitted_ GUARDED_BY(mutex_) = 0;
  /// Commands up to this one must run without further calls of the application. Out-of-order, where
  /// later ones may be done before: all are flushed, until none is left and this is 0 again.
  uint64_t flushed_ GUARDED_BY(mutex_) = 0;
  uint64_t waitingNanoseconds_ GUARDED_BY(mutex_) = 0;  // estimate of what no drainer took yet
  bool posted_ GUARDED_BY(mutex_) = false;              // a drainer is on its way
  Ref<Queue> postedSelf_ GUARDED_BY(mutex_);
  Ref<Queue> busySelf_ GUARDED_BY(mutex_);
  /// Sequentially consistent: a sleeper counts itself, then looks at what it waits for; whoever
  /// makes that true stores it, then looks here.
  std::atomic<uint32_t> sleepers_{0};
  /// In-order: the number of the last finished command, stored by the drainer. Out-of-order: how
  /// many are finished, stored under the lock.
  std::atomic<uint64_t> completed_{0};

  // In-order.
  CommandList incoming_ GUARDED_BY(mutex_);
  CommandList outgoing_;  // the drainer's; handed over by draining_
  bool draining_ GUARDED_BY(mutex_) = false;
  Command* stalled_ GUARDED_BY(mutex_) = nullptr;

  // Out-of-order.
  CommandList ready_ GUARDED_BY(mutex_);
  uint32_t drainers_ GUARDED_BY(mutex_) = 0;  // on the workers
  CommandSegment* firstSegment_ GUARDED_BY(mutex_) = nullptr;
  CommandSegment* openSegment_ GUARDED_BY(mutex_) = nullptr;
  Command* barrier_ GUARDED_BY(mutex_) = nullptr;  // the last unfinished one
};

}  // namespace lanewise
