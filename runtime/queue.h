// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: takes commands and has them run. An in-order queue is a FIFO that one drainer at a time
// empties; an out-of-order one a set of commands with counters of what they wait for. Appending
// wakes nobody; flush, a wait from elsewhere or a full queue does. finish() and the waits help:
// the calling thread runs the commands it waits for itself.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/command.h"

#include <span>

namespace lanewise {

class Device;

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
  Status submit(std::unique_ptr<Command> command, std::span<Event* const> waitList,
                cl_event* event, bool blocking);
  /// The same for markers and barriers: an empty wait list means everything before.
  Status submitMarker(cl_command_type type, std::span<Event* const> waitList, cl_event* event);

  Status flush();
  Status finish();
  /// clWaitForEvents: flushes the queues of the events and helps them.
  static Status wait(std::span<Event* const> events);
  /// The implicit flush of clReleaseCommandQueue.
  void onLastRelease();

 private:
  Ref<Context> context_;
  Ref<Device> device_;
  cl_command_queue_properties properties_;
  std::vector<cl_queue_properties> propertyList_;
};

}  // namespace lanewise
