// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CommandBuffer: commands recorded once and enqueued many times. The recorded objects are the
// commands themselves, launches with argument snapshots. An enqueue to one queue is one command
// that runs them in steps (recording_order.h), those of one step on all threads. Nothing is looked
// up or allocated per command. An enqueue to several queues is one command for each part
// (run_command_buffer.cpp).
//
// An update replaces launches. If no enqueued run is unfinished, it does so in place. Otherwise it
// copies the list first, and unfinished runs continue with the old list.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/launch/launch.h"
#include "runtime/program/kernel.h"
#include "runtime/queue/command.h"
#include "runtime/queue/queue.h"
#include "runtime/recording/recording_order.h"

#include <CL/cl_ext.h>

#include <memory>
#include <span>
#include <vector>

namespace lanewise {

class CommandBuffer;

/// The properties of a recorded launch that an application may change, with their current values.
struct Dispatch {
  ApiRef<Kernel>
      arguments;  // a clone of the application's kernel, with the arguments of this launch
  NdRange range;  // as given by the application: the local size may be missing
};

/// The handle of a recorded launch; lives as long as its command buffer, which owns what changes.
class MutableCommand : public Object<MutableCommand> {
 public:
  using Handle = cl_mutable_command_khr;
  static constexpr Tag kTag = Tag::MutableCommand;
  static constexpr cl_int kInvalid = CL_INVALID_MUTABLE_COMMAND_KHR;

  MutableCommand(CommandBuffer& buffer, uint32_t queue, size_t index, Kernel& kernel,
                 cl_mutable_dispatch_fields_khr fields,
                 std::vector<cl_command_properties_khr> properties)
      : buffer_(buffer),
        queue_(queue),
        index_(index),
        kernel_(kernel),
        fields_(fields),
        properties_(std::move(properties)) {}

  CommandBuffer& buffer() const { return buffer_; }
  Queue& queue() const;
  /// The application's kernel, which the command buffer retains.
  Kernel& kernel() const { return kernel_; }
  cl_mutable_dispatch_fields_khr fields() const { return fields_; }
  /// The given list with its terminating 0; empty if none was given.
  std::span<const cl_command_properties_khr> properties() const { return properties_; }

 private:
  friend class CommandBuffer;
  CommandBuffer& buffer_;
  const uint32_t queue_;  // index
  const size_t index_;    // its index in dispatches_
  Kernel& kernel_;
  const cl_mutable_dispatch_fields_khr fields_;
  const std::vector<cl_command_properties_khr> properties_;
};

/// A changed launch, for CommandBuffer::update.
struct DispatchUpdate {
  MutableCommand* command;
  Dispatch dispatch;
};

/// Where a command is recorded. The waits are checked.
struct Placement {
  uint32_t queue;  // index
  std::span<const cl_sync_point_khr> waits;
  cl_sync_point_khr* own;  // where its sync point is stored; null: nowhere
};

class CommandBuffer : public Object<CommandBuffer> {
 public:
  using Handle = cl_command_buffer_khr;
  static constexpr Tag kTag = Tag::CommandBuffer;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_BUFFER_KHR;

  /// \pre at least one queue, all of one context.
  CommandBuffer(std::span<Queue* const> queues, cl_command_buffer_flags_khr flags,
                cl_mutable_dispatch_asserts_khr asserts,
                std::vector<cl_command_buffer_properties_khr> properties);
  ~CommandBuffer();

  /// The queues of its creation; it runs there unless an enqueue names others.
  std::span<const ApiRef<Queue>> queues() const { return queues_; }
  Context& context() const { return queues_[0]->context(); }
  bool isMutable() const { return flags_ & CL_COMMAND_BUFFER_MUTABLE_KHR; }
  cl_mutable_dispatch_asserts_khr asserts() const { return asserts_; }
  /// The given list with its terminating 0; empty if none was given.
  std::span<const cl_command_buffer_properties_khr> properties() const { return properties_; }
  cl_command_buffer_state_khr state() EXCLUDES(mutex_);

  /// CL_INVALID_OPERATION once finalized; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  Status checkRecording(std::span<const cl_sync_point_khr> waits) EXCLUDES(mutex_);
  /// Appends a command that uses `memory` and stores its sync point if requested. A null command
  /// is a barrier.
  Status record(std::unique_ptr<Command> command, std::span<MemObject* const> memory,
                const Placement& place) EXCLUDES(mutex_);
  /// Appends a launch of `kernel`. Null: arguments are missing, and an update will set them.
  Status recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel, const Placement& place)
      EXCLUDES(mutex_);
  /// Records a launch with a handle for queries and updates of `dispatch`.
  Result<MutableCommand*> recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel,
                                       Dispatch dispatch, cl_mutable_dispatch_fields_khr fields,
                                       std::vector<cl_command_properties_khr> properties,
                                       const Placement& place) EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION if it was finalized before.
  Status finalize() EXCLUDES(mutex_);

  /// Submits a run to `queues`, one for each of queues() on the same device. CL_INVALID_OPERATION
  /// unless the buffer is executable; the errors of Queue::submit().
  Status enqueue(std::span<Queue* const> queues, std::span<Event* const> waitList, cl_event* event)
      EXCLUDES(mutex_);
  /// A copy in the same state whose commands run on the devices of `queues`: of the queue with the
  /// same index or, if `chooses`, of those that are estimated to end first. Its handles that
  /// correspond to `handles` are stored in `handlesRet`. CL_INVALID_PROGRAM_EXECUTABLE: a program
  /// is not built for the device; the errors of Kernel::makeLaunch().
  Result<CommandBuffer*> remap(std::span<Queue* const> queues, bool chooses,
                               std::span<MutableCommand* const> handles,
                               cl_mutable_command_khr* handlesRet) EXCLUDES(mutex_);
  NdRange rangeOf(const MutableCommand& command) EXCLUDES(mutex_);
  /// A copy to change and pass to update().
  Dispatch draftOf(const MutableCommand& command) EXCLUDES(mutex_);
  /// Applies all updates or, if one fails, none.
  Status update(std::span<DispatchUpdate> updates) EXCLUDES(mutex_);

 private:
  class Run;
  class JointRun;
  class PartRun;
  class Remap;
  using Commands = std::vector<std::shared_ptr<Command>>;
  struct Place {
    size_t command;  // index
    Dispatch dispatch;
  };
  /// A command or a barrier; the sync point is its index + 1.
  struct Entry {
    uint32_t queue;  // index
    bool isBarrier;
    Kernel* kernel;   // of a launch, held by kernels_
    size_t waitsEnd;  // in waits_
  };

  Status appendLaunchLocked(std::unique_ptr<Command> launch, Kernel& kernel, const Placement& place)
      REQUIRES(mutex_);
  void makeRoomLocked(const Placement& place) REQUIRES(mutex_);
  void appendLocked(std::shared_ptr<Command> command, const Entry& entry, const Placement& place)
      REQUIRES(mutex_);
  cl_command_buffer_state_khr stateLocked() const REQUIRES(mutex_);
  Status checkExecutableLocked() const REQUIRES(mutex_);
  Status enqueueJointly(std::span<Queue* const> queues, std::span<Event* const> waitList,
                        cl_event* event) EXCLUDES(mutex_);

  const std::vector<ApiRef<Queue>> queues_;
  const cl_command_buffer_flags_khr flags_;
  const cl_mutable_dispatch_asserts_khr asserts_;
  const std::vector<cl_command_buffer_properties_khr> properties_;
  /// Enqueued runs that are unfinished. The end of a run decrements it with release, which pairs
  /// with the acquire of an update that is about to change what they read.
  std::atomic<uint32_t> runs_{0};
  /// Time of a run on one thread; relaxed, a hint.
  std::atomic<uint64_t> nanoseconds_{0};

  Mutex mutex_;
  bool recording_ GUARDED_BY(mutex_) = true;
  RecordingOrder order_ GUARDED_BY(mutex_);  // runs read it without the lock: it is finished
  std::vector<Entry> entries_ GUARDED_BY(mutex_);
  std::vector<cl_sync_point_khr> waits_ GUARDED_BY(mutex_);
  std::shared_ptr<Commands> commands_ GUARDED_BY(mutex_);
  size_t missing_ GUARDED_BY(mutex_) = 0;  // launches with missing arguments
  std::vector<ApiRef<MutableCommand>> handles_ GUARDED_BY(mutex_);
  std::vector<Place> dispatches_ GUARDED_BY(mutex_);  // one per handle
  std::vector<ApiRef<Kernel>> kernels_ GUARDED_BY(mutex_);
  std::vector<ApiRef<MemObject>> memory_ GUARDED_BY(mutex_);
};

inline Queue& MutableCommand::queue() const { return *buffer_.queues()[queue_]; }

}  // namespace lanewise
