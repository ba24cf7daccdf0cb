// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state machine of an event, its callbacks, continuations and time stamps.
#include "runtime/queue/event.h"

#include "runtime/context/context.h"
#include "runtime/queue/queue.h"

#include <algorithm>

namespace lanewise {

Event::Event(Context& context) : context_(context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event* Event::createUser(Context& context) { return new Event(context); }

Event::Event(Queue& queue, cl_command_type type)
    : queue_(queue), type_(type), status_(CL_QUEUED), profiling_(queue.profiling()) {
  if (profiling_) stamps_[CL_QUEUED] = Device::timerNanoseconds();
}

Event::Event(Context& context, cl_command_type type, bool profiling)
    : context_(context), type_(type), status_(CL_QUEUED), profiling_(profiling) {
  if (profiling_) stamps_[CL_QUEUED] = Device::timerNanoseconds();
}

Event::~Event() = default;

Context& Event::context() const { return queue_ ? queue_->context() : *context_; }

void Event::stampLocked(cl_int status) {
  // A command that was refused before it ran has all later stamps at the same time.
  const cl_ulong now = Device::timerNanoseconds();
  const cl_int first = status_.load(std::memory_order_relaxed) - 1;
  for (cl_int state = first; state >= std::max(status, CL_COMPLETE); --state) stamps_[state] = now;
}

void Event::advance(cl_int status) {
  mutex_.lock();
  if (status_.load(std::memory_order_relaxed) > std::max(status, CL_COMPLETE)) [[likely]] {
    if (profiling_ || !callbacks_.empty() || !continuations_.empty()) [[unlikely]]
      return notifyAndUnlock(status);
    // Pairs with status().
    status_.store(status, std::memory_order_release);
  }
  mutex_.unlock();
}

void Event::notifyAndUnlock(cl_int status) {
  if (profiling_) stampLocked(status);
  // Pairs with status().
  status_.store(status, std::memory_order_release);
  std::vector<Continuation> continuations;
  // Earlier states stand first.
  const auto later = std::ranges::find_if(
      callbacks_, [&](const auto& callback) { return callback->state < status; });
  for (auto each = callbacks_.begin(); each != later; ++each)
    postCallback(std::move(*each), status);
  callbacks_.erase(callbacks_.begin(), later);
  if (status <= CL_COMPLETE) continuations.swap(continuations_);
  mutex_.unlock();
  for (const Continuation& continuation : continuations)
    continuation.run(continuation.user, status);
}

void Event::whenDone(Continuation continuation) {
  {
    Lock lock(mutex_);
    if (!done()) {
      continuations_.push_back(continuation);
      return;
    }
  }
  continuation.run(continuation.user, status());
}

// A callback or a waiting thread may release the event as soon as its status is set, which is
// before this call is over: here and in addCallback.
Status Event::setUserStatus(cl_int status) {
  const Ref<Event> self(this);
  if (userSet_.exchange(true))
    return {CL_INVALID_OPERATION, "the status of the user event is already set"};
  completeWithoutQueue(status);
  return {};
}

void Event::completeWithoutQueue(cl_int status) {
  advance(status);
  status_.notify_all();
}

void Event::waitWithoutQueue() const {
  for (cl_int now = status(); now > CL_COMPLETE; now = status())
    status_.wait(now, std::memory_order_acquire);
}

Status Event::addCallback(cl_int state, Notify notify, void* user) {
  const Ref<Event> self(this);
  TRY_STATUS(prepareCallbacks());
  auto callback = std::make_unique<Callback>(state, notify, user);
  Lock lock(mutex_);
  const cl_int now = status_.load(std::memory_order_relaxed);
  if (now <= state) {
    postCallback(std::move(callback), now);
    return {};
  }
  // Kept with the earlier states first, which is the order in which they are called.
  const auto later =
      std::ranges::find_if(callbacks_, [&](const auto& other) { return other->state < state; });
  callbacks_.insert(later, std::move(callback));
  return {};
}

// Posted under the event's lock, so that a state that follows at once is called later.
void Event::postCallback(std::unique_ptr<Callback> callback, cl_int status) {
  callback->event = Ref<Event>(this);
  // The callback receives the state that the application asked for, or the error.
  callback->status = status < 0 ? status : callback->state;
  callback->run = [](CallbackTask& task) {
    const std::unique_ptr<Callback> call(static_cast<Callback*>(&task));
    call->notify(call->event->handle(), call->status, call->user);
  };
  lanewise::postCallback(*callback.release());
}

Result<cl_ulong> Event::profilingStamp(cl_profiling_info which) const {
  // Indexed by how far from CL_PROFILING_COMMAND_QUEUED: queued, submit, start, end, complete.
  static constexpr cl_int kStates[] = {CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE,
                                       CL_COMPLETE};
  if (which < CL_PROFILING_COMMAND_QUEUED || which > CL_PROFILING_COMMAND_COMPLETE)
    return fail(CL_INVALID_VALUE, "unknown profiling name " + std::to_string(which));
  if (!profiling_) return fail(CL_PROFILING_INFO_NOT_AVAILABLE, "the queue does not profile");
  if (status() != CL_COMPLETE)
    return fail(CL_PROFILING_INFO_NOT_AVAILABLE, "the command is not complete");
  if (which == CL_PROFILING_COMMAND_END && endStamp_ != 0) return endStamp_;
  return stamps_[kStates[which - CL_PROFILING_COMMAND_QUEUED]];
}

}  // namespace lanewise
