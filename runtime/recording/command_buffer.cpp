// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording and updating of command buffers.
#include "runtime/recording/command_buffer.h"

#include "runtime/base/cl_names.h"
#include "runtime/context/context.h"

namespace lanewise {

namespace {

Status finalized() { return {CL_INVALID_OPERATION, "the command buffer is finalized"}; }

std::vector<bool> areInOrder(std::span<Queue* const> queues) {
  std::vector<bool> inOrder;
  for (const Queue* queue : queues) inOrder.push_back(!queue->outOfOrder());
  return inOrder;
}

std::vector<ApiRef<Queue>> retained(std::span<Queue* const> queues) {
  std::vector<ApiRef<Queue>> list;
  list.reserve(queues.size());
  for (Queue* queue : queues) list.emplace_back(*queue);
  return list;
}

}  // namespace

CommandBuffer::CommandBuffer(std::span<Queue* const> queues, cl_command_buffer_flags_khr flags,
                             cl_mutable_dispatch_asserts_khr asserts,
                             std::vector<cl_command_buffer_properties_khr> properties)
    : queues_(retained(queues)),
      flags_(flags),
      asserts_(asserts),
      properties_(std::move(properties)),
      order_(areInOrder(queues)),
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

// Whatever may run out of memory comes before anything is recorded.
void CommandBuffer::makeRoomLocked(const Placement& place) {
  makeRoomIn(entries_);
  makeRoomIn(waits_, place.waits.size());
  makeRoomIn(*commands_);
  order_.makeRoom();
}

void CommandBuffer::appendLocked(std::shared_ptr<Command> command, const Entry& entry,
                                 const Placement& place) {
  if (entry.isBarrier) {
    order_.addBarrier(place.queue, place.waits);
  } else {
    order_.addCommand(place.queue, place.waits);
    commands_->push_back(std::move(command));
  }
  waits_.insert(waits_.end(), place.waits.begin(), place.waits.end());
  entries_.push_back(entry);
  entries_.back().waitsEnd = waits_.size();
  if (place.own) *place.own = order_.lastSyncPoint();
}

Status CommandBuffer::record(std::unique_ptr<Command> command, std::span<MemObject* const> memory,
                             const Placement& place) {
  Lock lock(mutex_);
  if (!recording_) return finalized();
  makeRoomIn(memory_, memory.size());
  makeRoomLocked(place);
  std::shared_ptr<Command> shared = std::move(command);
  const bool isBarrier = !shared;
  appendLocked(std::move(shared), {place.queue, isBarrier, nullptr, 0}, place);
  for (MemObject* object : memory) memory_.emplace_back(*object);
  return {};
}

Status CommandBuffer::appendLaunchLocked(std::unique_ptr<Command> launch, Kernel& kernel,
                                         const Placement& place) {
  if (!recording_) return finalized();
  const bool lacksArguments = !launch;
  std::shared_ptr<Command> shared = std::move(launch);
  makeRoomLocked(place);
  kernels_.emplace_back(kernel);
  appendLocked(std::move(shared), {place.queue, false, &kernel, 0}, place);
  missing_ += lacksArguments;
  return {};
}

Status CommandBuffer::recordLaunch(std::unique_ptr<Command> launch, Kernel& kernel,
                                   const Placement& place) {
  Lock lock(mutex_);
  return appendLaunchLocked(std::move(launch), kernel, place);
}

Result<MutableCommand*> CommandBuffer::recordLaunch(
    std::unique_ptr<Command> launch, Kernel& kernel, Dispatch dispatch,
    cl_mutable_dispatch_fields_khr fields, std::vector<cl_command_properties_khr> properties,
    const Placement& place) {
  Lock lock(mutex_);
  if (!recording_) return std::unexpected(finalized());
  auto* handle = new MutableCommand(*this, place.queue, dispatches_.size(), kernel, fields,
                                    std::move(properties));
  handles_.push_back(ApiRef<MutableCommand>::adopt(handle));
  dispatches_.push_back({commands_->size(), std::move(dispatch)});
  TRY_STATUS(appendLaunchLocked(std::move(launch), kernel, place));
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
    auto launch = change.dispatch.arguments->makeLaunch(change.command->queue().device(),
                                                        change.dispatch.range);
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
