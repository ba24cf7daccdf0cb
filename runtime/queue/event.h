// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Event: the application's view of one command, or a user event. States only go down:
//
//   CL_QUEUED (3) -> CL_SUBMITTED (2) -> CL_RUNNING (1) -> CL_COMPLETE (0) or an error (< 0)
//
// A command has an Event only when the application asked for one. Commands that wait for it are
// registered continuations, run by whoever completes the event, after the state is visible and
// without any lock held; they never run a command themselves, so nothing recurses.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/checks/launch_order.h"
#include "runtime/context/callbacks.h"
#include "runtime/device/device.h"

#include <memory>
#include <vector>

namespace lanewise {

class Command;
class Context;
class OutOfOrderSchedule;
class Queue;

/// Called once when an event is complete or failed. Must be short and run no command.
struct Continuation {
  void (*run)(void* user, cl_int status);
  void* user;
};

class Event : public Object<Event> {
 public:
  using Handle = cl_event;
  static constexpr Tag kTag = Tag::Event;
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;
  using Notify = void(CL_CALLBACK*)(cl_event, cl_int, void*);

  /// A user event starts as CL_SUBMITTED and has no queue.
  static Event* createUser(Context& context);
  /// The event of a command that is being submitted: CL_QUEUED, stamped if the queue profiles.
  Event(Queue& queue, cl_command_type type);
  /// The event of what several queues run together: it has none.
  Event(Context& context, cl_command_type type, bool profiling);
  ~Event();

  Context& context() const;
  /// Null for a user event, and for that of several queues.
  Queue* queue() const { return queue_.get(); }
  cl_command_type type() const { return type_; }
  bool isUser() const { return type_ == CL_COMMAND_USER; }
  /// Acquire, pairs with advance(): what the command wrote is visible once this is CL_COMPLETE.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }

  /// Moves the state down; stamps the time if the queue profiles; posts callbacks, then runs
  /// continuations. A later state never overwrites an earlier final one.
  void advance(cl_int status) EXCLUDES(mutex_);
  /// The command itself has ended; it is complete when those that it has enqueued are. Called
  /// before advance(). Of use if the queue profiles.
  void noteEnd() { endStamp_ = Device::timerNanoseconds(); }
  /// Runs `continuation` when the event is done: at once when it is already.
  void whenDone(Continuation continuation) EXCLUDES(mutex_);
  /// clSetUserEventStatus: CL_INVALID_OPERATION if already set.
  Status setUserStatus(cl_int status) EXCLUDES(mutex_);
  /// clSetEventCallback. Callbacks are called in the order of the states, on the callback thread.
  Status addCallback(cl_int state, Notify notify, void* user) EXCLUDES(mutex_);
  /// The number of the command in its queue; set by the schedule before the application has the
  /// event.
  void setSequence(uint64_t sequence) { sequence_ = sequence; }
  uint64_t sequence() const { return sequence_; }
  /// The place of the command in the order that checks keep; set before the application has the
  /// event.
  void setPlace(LaunchOrder::Place place) { place_ = place; }
  LaunchOrder::Place place() const { return place_; }
  /// Where an out-of-order schedule keeps the command while it is ready and not taken.
  Command* const* readyCommand() const { return &command_; }
  /// advance() of an event without a queue, for which waitWithoutQueue() waits.
  void completeWithoutQueue(cl_int status) EXCLUDES(mutex_);
  /// Blocks until an event without a queue is complete.
  void waitWithoutQueue() const;

  /// Nanoseconds of the device timer. CL_PROFILING_INFO_NOT_AVAILABLE unless the command is
  /// complete and its queue profiles, CL_INVALID_VALUE for an unknown name.
  Result<cl_ulong> profilingStamp(cl_profiling_info which) const;

 private:
  friend class OutOfOrderSchedule;
  struct Callback : CallbackTask {
    Callback(cl_int asked, Notify function, void* data)
        : state(asked), notify(function), user(data) {}
    cl_int state;
    Notify notify;
    void* user;
    // Once it is posted.
    Ref<Event> event;
    cl_int status = 0;
  };
  explicit Event(Context& context);
  /// advance() of an event that has time stamps, callbacks or continuations.
  void notifyAndUnlock(cl_int status) RELEASE(mutex_);
  void stampLocked(cl_int status) REQUIRES(mutex_);
  void postCallback(std::unique_ptr<Callback> callback, cl_int status);

  const Ref<Context> context_;  // of an event without a queue, which has its own
  const Ref<Queue> queue_;
  const cl_command_type type_;
  std::atomic<cl_int> status_;
  std::atomic<bool> userSet_{false};
  const bool profiling_ = false;
  uint64_t sequence_ = 0;
  LaunchOrder::Place place_ = LaunchOrder::kUnknown;
  Command* command_ = nullptr;  // guarded by the mutex of the out-of-order schedule
  // By execution status; read once the event is done, so written before status_.
  cl_ulong stamps_[4] = {};
  cl_ulong endStamp_ = 0;  // 0: that of CL_COMPLETE
  Mutex mutex_;
  std::vector<Continuation> continuations_ GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Callback>> callbacks_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
