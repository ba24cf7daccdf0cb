// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording, running and updating of command buffers.
#include "runtime/recording/command_buffer.h"

#include "runtime/base/cl_names.h"
#include "runtime/context/context.h"
#include "runtime/device/device.h"
#include "runtime/queue/execute.h"
#include "runtime/workers/workers.h"

#include <algorithm>

namespace lanewise {

namespace {

// Helpers are not worth a call for less. A call costs much more if they sleep.
constexpr uint64_t kTogetherNanoseconds = 100'000, kTogetherAwakeNanoseconds = 10'000;
// What a thread takes at once.
constexpr uint64_t kChunkNanoseconds = 5'000;

/// Commands that are independent of each other.
class CommandLoop {
 public:
  using Commands = std::span<const std::shared_ptr<Command>>;
  CommandLoop(Commands commands, RecordingOrder::Step step) : commands_(commands), step_(step) {}

  Status run(Device& device) {
    Workers* workers = step_.size() > 1 && device.facts().cores > 1 ? &device.workers() : nullptr;
    if (workers) {
      const uint64_t nanoseconds = estimateNanoseconds();
      if (nanoseconds > (workers->someAwake() ? kTogetherAwakeNanoseconds : kTogetherNanoseconds)) {
        const uint64_t grain = kChunkNanoseconds * step_.size() / nanoseconds;
        workers->forEachRange(step_.size(), std::max<uint64_t>(grain, 1), body, this, &failed_);
        return failed_ ? std::move(status_) : CL_COMPLETE;
      }
    }
    for (const uint32_t index : step_) TRY_STATUS(commands_[index]->run());
    return CL_COMPLETE;
  }

 private:
  uint64_t estimateNanoseconds() const {
    uint64_t sum = 0;
    for (const uint32_t index : step_) sum += commands_[index]->estimateNanoseconds();
    return sum;
  }

  static void body(void* user, uint64_t begin, uint64_t end) {
    auto& loop = *static_cast<CommandLoop*>(user);
    for (uint64_t at = begin; at < end && !loop.failed_.load(std::memory_order_relaxed); ++at) {
      Status status = runGuarded(*loop.commands_[loop.step_[at]]);
      if (!status.ok() && !loop.failed_.exchange(true)) loop.status_ = std::move(status);
    }
  }

  const Commands commands_;
  const RecordingOrder::Step step_;
  std::atomic<bool> failed_{false};
  /// The status of the command that failed first. Read when all have ended.
  Status status_;
};

}  // namespace

/// One enqueue: the commands at that time.
class CommandBuffer::Run final : public Command {
 public:
  /// The caller holds the lock of `buffer`.
  Run(CommandBuffer& buffer, std::shared_ptr<const Commands> commands, const RecordingOrder& order)
      : Command(CL_COMMAND_COMMAND_BUFFER_KHR),
        buffer_(buffer),
        commands_(std::move(commands)),
        order_(order) {
    buffer.runs_.fetch_add(1, std::memory_order_relaxed);
  }
  ~Run() override { buffer_->runs_.fetch_sub(1, std::memory_order_release); }

  Status run() override {
    const uint64_t start = Device::timerNanoseconds();
    for (size_t step = 0; step < order_.stepCount(); ++step)
      TRY_STATUS(CommandLoop(*commands_, order_.step(step)).run(buffer_->device()));
    buffer_->nanoseconds_.store(Device::timerNanoseconds() - start, std::memory_order_relaxed);
    return CL_COMPLETE;
  }
  uint64_t estimateNanoseconds() const override {
    return buffer_->nanoseconds_.load(std::memory_order_relaxed);
  }

 private:
  const Ref<CommandBuffer> buffer_;
  const std::shared_ptr<const Commands> commands_;
  const RecordingOrder& order_;  // of the buffer
};

namespace {

Status finalized() { return {CL_INVALID_OPERATION, "the command buffer is finalized"}; }

}  // namespace

CommandBuffer::CommandBuffer(Queue& queue, cl_command_buffer_flags_khr flags,
                             cl_mutable_dispatch_asserts_khr asserts,
                             std::vector<cl_command_buffer_properties_khr> properties)
    : queue_(queue),
      flags_(flags),
      asserts_(asserts),
      properties_(std::move(properties)),
      order_(!queue.outOfOrder()),
      commands_(std::make_shared<Commands>()) {}

CommandBuffer::~CommandBuffer() = default;

cl_command_buffer_state_khr CommandBuffer::stateLocked() const {
  if (recording_) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return missing_ ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_command_buffer_state_khr CommandBuffer::state() {
  Lock lock(mutex_);
  return stateLocked();
}

Status CommandBuffer::checkRecording(std::span<const cl_sync_point_khr> waits) {
  Lock lock(mutex_);
  if (!recording_) return finalized();
  for (const cl_sync_point_khr point : waits)
    if (point == 0 || point > order_.lastSyncPoint())
      return {CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, "no sync point " + std::to_string(point)};
  return {};
}

void CommandBuffer::storeSyncPointLocked(const SyncPoints& points) {
  if (points.own) *points.own = order_.lastSyncPoint();
}

Status CommandBuffer::record(std::unique_ptr<Command> command, std::span<MemObject* const> memory,
                             const SyncPoints& points) {
  Lock lock(mutex_);
  if (!recording_) return finalized();
  memory_.reserve(memory_.size() + memory.size());
  makeRoomIn(*commands_);
  order_.makeRoom();
  if (command) {
    std::shared_ptr<Command> shared = std::move(command);
    order_.addCommand(points.waits);
    commands_->push_back(std::move(shared));
  } else {
    order_.addBarrier(points.waits);
  }
  for (MemObject* object : memory) memory_.emplace_back(*object);
  storeSyncPointLocked(points);
  return {};
}

Status CommandBuffer::appendLaunchLocked(std::unique_ptr<Command> launch, Kernel& kernel,
                                         const SyncPoints& points) {
  if (!recording_) return finalized();
  const bool lacksArguments = !launch;
  std::shared_ptr<Command> shared = std::move(launch);
  makeRoomIn(*commands_);
  order_.makeRoom();
  kernels_.emplace_back(kernel);
  order_.addCommand(points.waits);
  commands_->push_back(std::move(shared));
  missing_ += lacksArguments;
  storeSyncPointLocked(points);
  return {};
}

Status CommandBuffer::recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel,
                                   const SyncPoints& points) {
  Lock lock(mutex_);
  return appendLaunchLocked(std::move(launch), kernel, points);
}

Result<MutableCommand*> CommandBuffer::recordLaunch(
    std::unique_ptr<Command> launch, Kernel& kernel, Dispatch dispatch,
    cl_mutable_dispatch_fields_khr fields, std::vector<cl_command_properties_khr> properties,
    const SyncPoints& points) {
  Lock lock(mutex_);
  if (!recording_) return std::unexpected(finalized());
  auto* handle =
      new MutableCommand(*this, dispatches_.size(), kernel, fields, std::move(properties));
  handles_.push_back(ApiRef<MutableCommand>::adopt(handle));
  dispatches_.push_back({commands_->size(), std::move(dispatch)});
  TRY_STATUS(appendLaunchLocked(std::move(launch), kernel, points));
  return handle;
}

Status CommandBuffer::finalize() {
  Lock lock(mutex_);
  if (!recording_) return finalized();
  order_.finish();
  recording_ = false;
  uint64_t nanoseconds = 0;
  for (const auto& command : *commands_)
    if (command) nanoseconds += command->estimateNanoseconds();
  nanoseconds_.store(nanoseconds, std::memory_order_relaxed);
  return {};
}

Result<std::unique_ptr<Command>> CommandBuffer::makeRun() {
  Lock lock(mutex_);
  if (stateLocked() != CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR)
    return fail(CL_INVALID_OPERATION,
                recording_ ? "the command buffer is not finalized" : "a launch lacks arguments");
  return std::make_unique<Run>(*this, commands_, order_);
}

NdRange CommandBuffer::rangeOf(const MutableCommand& command) {
  Lock lock(mutex_);
  return dispatches_[command.index_].dispatch.range;
}

Dispatch CommandBuffer::draftOf(const MutableCommand& command) {
  Ref<Kernel> arguments;
  NdRange range;
  {
    Lock lock(mutex_);
    const Dispatch& now = dispatches_[command.index_].dispatch;
    arguments = Ref<Kernel>(now.arguments.get());
    range = now.range;
  }
  return {ApiRef<Kernel>::adopt(arguments->clone()), range};
}

Status CommandBuffer::update(std::span<DispatchUpdate> updates) {
  std::vector<std::shared_ptr<Command>> launches;
  launches.reserve(updates.size());
  for (const DispatchUpdate& change : updates) {
    auto launch = change.dispatch.arguments->makeLaunch(device(), change.dispatch.range);
    // An update may set some arguments only.
    if (launch)
      launches.push_back(std::move(*launch));
    else if (launch.error().code == CL_INVALID_KERNEL_ARGS)
      launches.emplace_back();
    else
      return launch.error();
  }
  // The replaced launches are destroyed with `launches` and the caller's `updates`, after
  // unlocking.
  Lock lock(mutex_);
  if (runs_.load(std::memory_order_acquire) != 0)
    commands_ = std::make_shared<Commands>(*commands_);
  for (size_t i = 0; i < updates.size(); ++i) {
    Place& place = dispatches_[updates[i].command->index_];
    std::shared_ptr<Command>& launch = (*commands_)[place.command];
    missing_ += !launches[i];
    missing_ -= !launch;
    launch.swap(launches[i]);
    std::swap(place.dispatch, updates[i].dispatch);
  }
  return {};
}

}  // namespace lanewise
