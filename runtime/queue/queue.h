// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: what cl_command_queue names. It takes commands, with their events and wait lists, and
// gives them to its schedule (schedule.h), which has them run.
#pragma once

#include "runtime/base/fork.h"
#include "runtime/base/weak_ref.h"
#include "runtime/context/context.h"
#include "runtime/queue/command.h"

#include <atomic>
#include <span>

namespace lanewise {

class ImmediateCommands;
class Schedule;

class Queue : public Object<Queue> {
 public:
  using Handle = cl_command_queue;
  static constexpr Tag kTag = Tag::Queue;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  /// `deviceBytes`: CL_QUEUE_SIZE of a queue on the device.
  Queue(Context& context, Device& device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> propertyList, cl_uint deviceBytes = 0);
  ~Queue();

  const Serial& serial() const { return serial_; }
  Context& context() const { return *context_; }
  Device& device() const { return *device_; }
  cl_command_queue_properties properties() const { return properties_; }
  /// A queue on the device takes commands of kernels only: what the host submits fails.
  bool onDevice() const { return properties_ & CL_QUEUE_ON_DEVICE; }
  cl_uint deviceBytes() const { return deviceBytes_; }
  /// Takes as many bytes of a queue on the device; false if it has fewer.
  bool reserveOnDevice(uint64_t sizeBytes);
  void returnOnDevice(uint64_t sizeBytes) {
    usedBytes_.fetch_sub(sizeBytes, std::memory_order_relaxed);
  }
  /// The default queue on the device, if there is one in the context.
  static Ref<Queue> defaultOnDevice(const Context& context, const Device& device);
  /// Replaces it, for new launches. \pre onDevice().
  void becomeDefault();
  bool outOfOrder() const { return properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; }
  bool profiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  /// As given to clCreateCommandQueueWithProperties, with the ending 0; empty if none was given.
  std::span<const cl_queue_properties> propertyList() const { return propertyList_; }

  /// Takes the command. It runs after all of `waitList` (already checked and of this context). If
  /// `event` is given, a new Event is stored there, with the application's reference. If
  /// `blocking`, returns when the command is done (helping); the result is then the command's:
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if something it waited for failed.
  /// CL_OUT_OF_RESOURCES in a process forked after the queue was made; so say all that follow.
  Status submit(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                cl_event* event, bool blocking);
  /// CL_COMMAND_MARKER or CL_COMMAND_BARRIER: an empty wait list means everything before; what
  /// comes after a barrier waits for it.
  Status submitMarker(cl_command_type type, std::span<Event* const> waitList, cl_event* event);

  Status flush();
  Status finish();
  /// clWaitForEvents: helps the queues of the events.
  static Status wait(std::span<Event* const> events);
  /// Flushes every queue of the context.
  static void flushAll(Context& context);
  /// Returns when all commands enqueued before to any queue of the context are complete.
  static void finishAll(Context& context);
  /// The implicit flush of clReleaseCommandQueue.
  void onLastRelease();

 private:
  /// A queue of the parent is of no use in a forked child: another thread may have held its lock or
  /// been running one of its commands.
  Status usable() const {
    if (generation_ == forkGeneration()) [[likely]]
      return {};
    return unusable();
  }
  Status unusable() const;
  static std::vector<Ref<Queue>> queuesOf(Context& context);
  /// submit() of a queue whose calls run their commands, or whose order checks keep.
  Status submitUnusual(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                       cl_event* event, bool blocking);
  Status runHere(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                 cl_event* event, bool blocking);
  Status waitFor(CommandWaiter& waiter);
  Status submitAndWait(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                       cl_event* event);
  void enqueue(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
               cl_event* event, CommandWaiter* waiter);
  uint32_t registerWaits(Command& command, std::span<Event* const> waitList);

  Serial serial_;
  Ref<Context> context_;
  Ref<Device> device_;
  cl_command_queue_properties properties_;
  std::vector<cl_queue_properties> propertyList_;
  /// forkGeneration() at creation; kOnDevice, which it never is, if the host cannot use the queue.
  const uint32_t generation_;
  static constexpr uint32_t kOnDevice = ~0u;
  const std::unique_ptr<Schedule> schedule_;  // null if it is on the device
  /// Null: the schedule runs the commands.
  const std::unique_ptr<ImmediateCommands> immediate_;
  /// Checks of races ask how commands are ordered.
  const bool keepsOrder_;
  const bool isUnusual_;
  Mutex orderMutex_;  // so that commands have the order in which they are enqueued
  const cl_uint deviceBytes_;
  std::atomic<uint64_t> usedBytes_{0};  // of deviceBytes_
};

}  // namespace lanewise
