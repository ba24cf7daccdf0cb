// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: what happens to one command when it runs, and how an application's thread helps and
// sleeps. Which command comes next is in queue_in_order.cpp and queue_out_of_order.cpp.
#include "runtime/context/context.h"
#include "runtime/queue/queue_until.h"

#include <cstdio>
#include <exception>

namespace lanewise {
namespace {

cl_int runGuarded(Command& command) {
  try {
    return command.run();
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace

Queue::Finished Queue::execute(Command& command) {
  Finished finished{std::move(command.event_), command.waiter_,
                    command.segment_,          nullptr,
                    command.sequence_,         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  if (!command.waitFailed_) {
    if (finished.event) {
      finished.event->advance(CL_SUBMITTED);
      finished.event->advance(CL_RUNNING);
    }
    finished.status = runGuarded(command);
    if (finished.status < 0) [[unlikely]] {
      char text[80];  // memory may be what failed
      std::snprintf(text, sizeof text, "a command of type %#x failed with error %d",
                    unsigned(command.type()), finished.status);
      context_->report(text);
    }
  }
  // Its references go before anybody learns that it is done.
  if (command.holdsBack_)
    finished.barrier.reset(&command);
  else
    delete &command;
  return finished;
}

void Queue::settle(const Finished& finished) {
  if (finished.event) finished.event->advance(finished.status);
  if (finished.waiter) {
    finished.waiter->status = finished.status;
    finished.waiter->done.store(true);
  }
}

void Queue::wakeSleepers() {
  if (sleepers_.load() == 0) [[likely]]
    return;
  Lock lock(mutex_);
  changed_.notify_all();
}

void Queue::drain(const Until& until) {
  if (outOfOrder())
    drainOutOfOrder(until);
  else
    drainInOrder(until);
}

bool Queue::hostCanHelpLocked(const Until& until) const {
  if (outOfOrder()) return findReadyLocked(until) != nullptr;
  if (draining_ || stalled_) return false;
  const Command* front = frontLocked();
  return front && hostMayRun(*front);
}

void Queue::help(const Until& until) {
  while (!until.reached()) {
    drain(until);
    if (until.reached()) break;
    bool post = false;
    {
      Lock lock(mutex_);
      sleepers_.fetch_add(1);
      while (!until.reached() && !hostCanHelpLocked(until)) {
        // What is in the way may be something that this thread may not run.
        flushed_ = submitted_;
        post = needsDrainerLocked();
        if (post) break;
        changed_.wait(mutex_);
      }
      sleepers_.fetch_sub(1);
    }
    if (post) postDrainer();
  }
  // A dependency that ended meanwhile may have left it to this thread to go on.
  bool post;
  {
    Lock lock(mutex_);
    post = needsDrainerLocked();
  }
  if (post) postDrainer();
}

}  // namespace lanewise
