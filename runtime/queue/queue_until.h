// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a drainer of a queue runs for, and what it leaves behind: private to the queue's sources.
#pragma once

#include "runtime/queue/queue.h"

namespace lanewise {

/// A worker's drainer goes on until nothing is left. The host's ends when what it waits for is
/// done, and in an out-of-order queue takes only that.
struct Queue::Until {
  bool host = false;
  const std::atomic<uint64_t>* completed = nullptr;  // done when this reaches lastSequence
  const CommandWaiter* waiter = nullptr;             // done when this is
  const Event* event = nullptr;                      // done when this is
  /// Out-of-order: may take the command that stands here, if not null, ...
  Command* const* only = nullptr;
  /// ... or else those up to this number.
  uint64_t lastSequence = ~uint64_t{0};

  bool reached() const {
    if (waiter) return waiter->done.load();
    if (event) return event->status_.load() <= CL_COMPLETE;
    if (completed) return completed->load() >= lastSequence;
    return false;
  }
};

/// What is left of a command after it ran and let go of what it held.
struct Queue::Finished {
  Ref<Event> event;
  CommandWaiter* waiter;
  CommandSegment* segment;
  std::unique_ptr<Command> barrier;  // kept: others may be held back by it
  uint64_t sequence;
  cl_int status;
};

}  // namespace lanewise
