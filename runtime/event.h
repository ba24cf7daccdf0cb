// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Event: the application's view of one command, or a user event. States only go down:
//
//   CL_QUEUED (3) -> CL_SUBMITTED (2) -> CL_RUNNING (1) -> CL_COMPLETE (0) or an error (< 0)
//
// A command has an Event only when the application asked for one or another queue must wait for
// it. Waiters are registered continuations, run by whoever completes the event, after the state
// is visible and without any lock held.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"

#include <span>
#include <vector>

namespace lanewise {

class Context;
class Queue;

/// Called once when an event is complete or failed. Must be short and take no lock above Event's.
struct Continuation {
  void (*run)(void* user, cl_int status);
  void* user;
};

class Event : public Object<Event> {
 public:
  using Handle = cl_event;
  static constexpr Tag kTag = Tag::Event;
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;

  /// A user event starts as CL_SUBMITTED and has no queue.
  static Event* createUser(Context& context);
  Event(Context& context, Queue* queue, cl_command_type type);
  ~Event();

  Context& context() const { return *context_; }
  Queue* queue() const { return queue_.get(); }
  cl_command_type type() const { return type_; }
  /// Acquire: what the command wrote is visible once this says CL_COMPLETE.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }

  /// Moves the state down; stamps the time if the queue profiles; runs continuations and posts
  /// callbacks. A later state never overwrites an earlier final one.
  void advance(cl_int status) EXCLUDES(mutex_);
  /// Runs `continuation` when the event is done: at once when it is already.
  void whenDone(Continuation continuation) EXCLUDES(mutex_);
  /// clSetUserEventStatus: CL_INVALID_OPERATION if already set.
  Status setUserStatus(cl_int status);
  /// clSetEventCallback.
  Status addCallback(cl_int state, void(CL_CALLBACK* notify)(cl_event, cl_int, void*), void* user)
      EXCLUDES(mutex_);

  /// Nanoseconds of the host clock (CLOCK_MONOTONIC_RAW-free: the device timer), by
  /// CL_PROFILING_COMMAND_QUEUED - CL_PROFILING_COMMAND_COMPLETE index.
  Result<cl_ulong> profilingStamp(cl_profiling_info which) const;

 private:
  struct Callback {
    cl_int state;
    void(CL_CALLBACK* notify)(cl_event, cl_int, void*);
    void* user;
  };
  Ref<Context> context_;
  Ref<Queue> queue_;
  cl_command_type type_;
  std::atomic<cl_int> status_;
  bool profiling_ = false;
  cl_ulong stamps_[5] = {};
  Mutex mutex_;
  std::vector<Continuation> continuations_ GUARDED_BY(mutex_);
  std::vector<Callback> callbacks_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
