// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command: one enqueued piece of work. Each kind is a small class with run(); it holds references
// to everything it touches. Blocks are recycled: making a command in the steady state does not
// reach the system's allocator.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/event.h"

#include <memory>

namespace lanewise {

class Queue;

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

  cl_command_type type() const { return type_; }

  static void* operator new(size_t sizeBytes);
  static void operator delete(void* block, size_t sizeBytes);

 private:
  friend class Queue;
  cl_command_type type_;
  Command* next_ = nullptr;
  Ref<Event> event_;
  std::atomic<uint32_t> pending_{0};  // events and commands that must be done first
};

}  // namespace lanewise
