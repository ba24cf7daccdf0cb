// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command: one enqueued piece of work. Each kind is a small class with run(); it holds references
// to everything it touches. Blocks are recycled: making a command in the steady state does not
// reach the system's allocator. CommandList chains commands without allocating.
#pragma once

#include "runtime/base/block_pool.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/queue/event.h"

#include <memory>
#include <string>

namespace lanewise {

class Command;
class Context;
class Device;
class Schedule;
struct CommandSegment;

/// The completion of a blocking call's command, on the stack of the call.
struct CommandWaiter {
  std::atomic<bool> done{false};  // stored after `status`
  cl_int status = CL_COMPLETE;
  uint64_t sequence = 0;
  /// In an out-of-order queue, while it is ready and not taken; guarded by the schedule's mutex.
  Command* command = nullptr;
};

/// The queue's part of a command: only Queue, the schedules and execute() use it.
struct QueueEntry {
  /// In an out-of-order queue: waits for all commands before it; all after it wait for it.
  bool waitsForAll = false, isBarrier = false;
  /// Has a wait list, so that `pending` must be read.
  bool mayWait = false;
  /// Something that it waited for failed. This and the following are guarded by the schedule's
  /// mutex.
  bool waitFailed = false;
  /// Events and commands that must be complete first.
  uint32_t pending = 0;
  uint64_t sequence = 0;
  Command* next = nullptr;
  Command* previous = nullptr;
  Command* blocked = nullptr;  // commands that wait for this barrier, chained by `next`
  Command* lastBlocked = nullptr;
  CommandSegment* segment = nullptr;

  uint64_t estimateNanoseconds = 0;  // as of the submission
  Schedule* schedule = nullptr;
  Ref<Event> event;                 // if the application asked for one; there while it runs
  CommandWaiter* waiter = nullptr;  // of a blocking call
};

class Command {
 public:
  explicit Command(cl_command_type type) : type_(type) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Does the work on the calling thread and, where it pays, on the device's workers; returns when
  /// it is done. The notify function of the context gets the message of an error.
  virtual Status run() = 0;

  /// May the application's thread run this while it waits? Not where foreign code would run in it
  /// (native kernels).
  virtual bool hostMayHelp() const { return true; }
  /// How long run() takes on one thread, as far as known; a queue with much work wakes the pool.
  virtual uint64_t estimateNanoseconds() const { return 1000; }
  /// It is enqueued, while checks keep the order of commands. The place for its event. What foreign
  /// code waits for is not known.
  virtual LaunchOrder::Place addTo(LaunchOrder& order, const LaunchOrder::Enqueued& enqueued) {
    if (hostMayHelp()) return order.add(enqueued).ofEvent();
    order.noteUnknown(enqueued.queue);
    return LaunchOrder::kUnknown;
  }

  /// A copy that runs on the threads of another device of the context. CL_INVALID_OPERATION for
  /// commands that command buffers do not have.
  virtual Result<std::unique_ptr<Command>> copyFor(const Context&, Device&) const {
    return fail(CL_INVALID_OPERATION,
                "unsupported: a copy of a command of type " + std::to_string(type_));
  }

  cl_command_type type() const { return type_; }

  static void* operator new(size_t sizeBytes) { return allocateBlock(sizeBytes); }
  static void operator delete(void* block, size_t sizeBytes) { freeBlock(block, sizeBytes); }

  QueueEntry entry;

 private:
  cl_command_type type_;
};

/// First in, first out; any command can leave.
class CommandList {
 public:
  bool empty() const { return !first_; }
  Command* first() const { return first_; }
  static Command* after(const Command& command) { return command.entry.next; }

  void append(Command& command) {
    command.entry.next = nullptr;
    command.entry.previous = last_;
    (last_ ? last_->entry.next : first_) = &command;
    last_ = &command;
  }
  void remove(Command& command) {
    const QueueEntry& entry = command.entry;
    (entry.previous ? entry.previous->entry.next : first_) = entry.next;
    (entry.next ? entry.next->entry.previous : last_) = entry.previous;
  }
  CommandList takeAll() { return std::exchange(*this, CommandList()); }

 private:
  Command* first_ = nullptr;
  Command* last_ = nullptr;
};

}  // namespace lanewise
