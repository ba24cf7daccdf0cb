// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a queue runs its commands instead of by its schedule: the call that enqueues a command runs
// it, on its own thread and without helpers (cl_intel_exec_by_local_thread). Commands of several
// threads overlap if the queue is out-of-order.
#pragma once

#include "runtime/queue/command.h"

#include <shared_mutex>
#include <span>

namespace lanewise {

class Queue;

class ImmediateCommands {
 public:
  explicit ImmediateCommands(Queue& queue) : queue_(queue) {}

  /// Waits for `waitList` and, in order or before a barrier, for commands of other threads. Runs
  /// the command, and stores its event, which is complete. Returns the command's error.
  Status run(std::unique_ptr<Command>&& command, std::span<Event* const> waitList, cl_event* event);
  /// Waits for the commands of other threads.
  void finish();

 private:
  Queue& queue_;
  std::shared_mutex running_;  // shared by commands that may overlap
};

}  // namespace lanewise
