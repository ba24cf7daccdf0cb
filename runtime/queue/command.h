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

namespace lanewise {

class Queue;
struct CommandSegment;
struct CommandWaiter;

class Command {
 public:
  explicit Command(cl_command_type type) : type_(type) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Does the work on the calling thread and, where it pays, on the device's workers; returns when
  /// it is done. CL_COMPLETE or a negative error code.
  virtual cl_int run() = 0;

  /// May the application's thread run this while it waits? Not where foreign code would run in it
  /// (native kernels).
  virtual bool hostMayHelp() const { return true; }
  /// How long run() takes on one thread, as far as known; a queue with much work wakes the pool.
  virtual uint64_t estimateNanoseconds() const { return 1000; }

  cl_command_type type() const { return type_; }

  static void* operator new(size_t sizeBytes) { return allocateBlock(sizeBytes); }
  static void operator delete(void* block, size_t sizeBytes) { freeBlock(block, sizeBytes); }

 private:
  friend class Queue;
  friend class CommandList;

  cl_command_type type_;
  /// In an out-of-order queue: waits for all commands before it; all after it wait for it.
  bool waitsForAll_ = false, holdsBack_ = false;
  /// It may have to wait for something, so that pending_ must be looked at.
  bool mayWait_ = false;
  /// Something it waited for failed. This and the following are guarded by the queue's mutex.
  bool waitFailed_ = false;
  /// Events and commands that must be done first.
  uint32_t pending_ = 0;
  uint64_t sequence_ = 0;
  Command* next_ = nullptr;
  Command* previous_ = nullptr;
  Command* heldBack_ = nullptr;  // those that wait for this barrier, chained by next_
  Command* lastHeldBack_ = nullptr;
  CommandSegment* segment_ = nullptr;

  uint64_t estimate_ = 0;  // nanoseconds, as of the submission
  Queue* queue_ = nullptr;
  Ref<Event> event_;                 // if the application asked for one
  CommandWaiter* waiter_ = nullptr;  // of a blocking call
};

/// First in, first out; any command can leave.
class CommandList {
 public:
  bool empty() const { return !first_; }
  Command* first() const { return first_; }
  static Command* after(const Command& command) { return command.next_; }

  void append(Command& command) {
    command.next_ = nullptr;
    command.previous_ = last_;
    (last_ ? last_->next_ : first_) = &command;
    last_ = &command;
  }
  void remove(Command& command) {
    (command.previous_ ? command.previous_->next_ : first_) = command.next_;
    (command.next_ ? command.next_->previous_ : last_) = command.previous_;
  }
  CommandList takeAll() { return std::exchange(*this, CommandList()); }

 private:
  Command* first_ = nullptr;
  Command* last_ = nullptr;
};

}  // namespace lanewise
