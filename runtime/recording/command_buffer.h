// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CommandBuffer: commands recorded once and enqueued many times. The recorded objects are the
// commands themselves, launches with argument snapshots. An enqueue is one command of the queue
// that runs them in steps (recording_order.h), those of one step on all threads. Nothing is looked
// up or allocated per command.
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

  MutableCommand(CommandBuffer& buffer, size_t index, Kernel& kernel,
                 cl_mutable_dispatch_fields_khr fields,
                 std::vector<cl_command_properties_khr> properties)
      : buffer_(buffer),
        index_(index),
        kernel_(kernel),
        fields_(fields),
        properties_(std::move(properties)) {}

  CommandBuffer& buffer() const { return buffer_; }
  /// The application's kernel, which the command buffer retains.
  Kernel& kernel() const { return kernel_; }
  cl_mutable_dispatch_fields_khr fields() const { return fields_; }
  /// The given list with its terminating 0; empty if none was given.
  std::span<const cl_command_properties_khr> properties() const { return properties_; }

 private:
  friend class CommandBuffer;
  CommandBuffer& buffer_;
  const size_t index_;  // its index in dispatches_
  Kernel& kernel_;
  const cl_mutable_dispatch_fields_khr fields_;
  const std::vector<cl_command_properties_khr> properties_;
};

/// A changed launch, for CommandBuffer::update.
struct DispatchUpdate {
  MutableCommand* command;
  Dispatch dispatch;
};

/// The sync points of a command that is recorded. The waits are checked.
struct SyncPoints {
  std::span<const cl_sync_point_khr> waits;
  cl_sync_point_khr* own;  // where its own is stored; null: nowhere
};

class CommandBuffer : public Object<CommandBuffer> {
 public:
  using Handle = cl_command_buffer_khr;
  static constexpr Tag kTag = Tag::CommandBuffer;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_BUFFER_KHR;

  CommandBuffer(Queue& queue, cl_command_buffer_flags_khr flags,
                cl_mutable_dispatch_asserts_khr asserts,
                std::vector<cl_command_buffer_properties_khr> properties);
  ~CommandBuffer();

  /// The queue of its creation; it runs there unless an enqueue names another one.
  Queue& queue() const { return *queue_; }
  Context& context() const { return queue_->context(); }
  Device& device() const { return queue_->device(); }
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
                const SyncPoints& points) EXCLUDES(mutex_);
  /// Appends a launch of `kernel`. Null: arguments are missing, and an update will set them.
  Status recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel, const SyncPoints& points)
      EXCLUDES(mutex_);
  /// Records a launch with a handle for queries and updates of `dispatch`.
  Result<MutableCommand*> recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel,
                                       Dispatch dispatch, cl_mutable_dispatch_fields_khr fields,
                                       std::vector<cl_command_properties_khr> properties,
                                       const SyncPoints& points) EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION if it was finalized before.
  Status finalize() EXCLUDES(mutex_);

  /// The command that an enqueue submits. CL_INVALID_OPERATION unless the buffer is executable.
  Result<std::unique_ptr<Command>> makeRun() EXCLUDES(mutex_);
  NdRange rangeOf(const MutableCommand& command) EXCLUDES(mutex_);
  /// A copy to change and pass to update().
  Dispatch draftOf(const MutableCommand& command) EXCLUDES(mutex_);
  /// Applies all updates or, if one fails, none.
  Status update(std::span<DispatchUpdate> updates) EXCLUDES(mutex_);

 private:
  class Run;
  using Commands = std::vector<std::shared_ptr<Command>>;
  struct Place {
    size_t command;  // index
    Dispatch dispatch;
  };

  Status appendLaunchLocked(std::unique_ptr<Command> launch, Kernel& kernel,
                            const SyncPoints& points) REQUIRES(mutex_);
  void storeSyncPointLocked(const SyncPoints& points) REQUIRES(mutex_);
  cl_command_buffer_state_khr stateLocked() const REQUIRES(mutex_);

  const ApiRef<Queue> queue_;
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
  std::shared_ptr<Commands> commands_ GUARDED_BY(mutex_);
  size_t missing_ GUARDED_BY(mutex_) = 0;  // launches with missing arguments
  std::vector<ApiRef<MutableCommand>> handles_ GUARDED_BY(mutex_);
  std::vector<Place> dispatches_ GUARDED_BY(mutex_);  // one per handle
  std::vector<ApiRef<Kernel>> kernels_ GUARDED_BY(mutex_);
  std::vector<ApiRef<MemObject>> memory_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
