// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of command buffers for other queues (clRemapCommandBufferKHR). The commands are recorded
// again, with the sync points of the original and the waits that its in-order queues have added.
#include "runtime/device/device.h"
#include "runtime/program/program.h"
#include "runtime/recording/command_buffer.h"

#include <algorithm>
#include <limits>

namespace lanewise {

/// What is copied, as it was at one time: an update of the original may follow.
class CommandBuffer::Remap {
 public:
  Remap(CommandBuffer& from, std::span<Queue* const> queues) : from_(from), queues_(queues) {
    Lock lock(from.mutex_);
    state_ = from.stateLocked();
    entries_ = from.entries_;
    waits_ = from.waits_;
    commands_ = *from.commands_;
    handles_ = from.handles_;
    dispatches_.reserve(from.dispatches_.size());
    for (const Place& place : from.dispatches_)
      dispatches_.push_back(
          {place.command, {ApiRef<Kernel>(*place.dispatch.arguments), place.dispatch.range}});
    memory_ = from.memory_;
    findWaits();
  }

  Result<CommandBuffer*> make(bool chooses) {
    auto made = ApiRef<CommandBuffer>::adopt(
        new CommandBuffer(queues_, from_.flags_, from_.asserts_, from_.properties_));
    std::vector<double> ends;  // of each entry
    size_t command = 0, dispatch = 0;
    for (size_t i = 0; i < entries_.size(); ++i) {
      TRY(const uint32_t queue, queueFor(i, command, chooses, ends));
      const Placement place{queue, waitsOf_[i], nullptr};
      if (entries_[i].isBarrier) {
        TRY_STATUS(made->record(nullptr, {}, place));
        continue;
      }
      const bool hasHandle =
          dispatch < dispatches_.size() && dispatches_[dispatch].command == command;
      TRY_STATUS(hasHandle ? recordDispatch(*made, command, dispatch, place)
                           : recordCommand(*made, entries_[i], command, place));
      dispatch += hasHandle;
      ++command;
    }
    {
      Lock lock(made->mutex_);
      made->memory_ = std::move(memory_);
    }
    if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) TRY_STATUS(made->finalize());
    return made.detach();
  }

 private:
  /// The sync points of each entry, with the one before it in the same in-order queue.
  void findWaits() {
    std::vector<cl_sync_point_khr> last(from_.queues_.size());
    size_t begin = 0;
    for (const Entry& entry : entries_) {
      auto& waits = waitsOf_.emplace_back(waits_.begin() + ptrdiff_t(begin),
                                          waits_.begin() + ptrdiff_t(entry.waitsEnd));
      begin = entry.waitsEnd;
      const bool waitsForAll = entry.isBarrier && waits.empty();
      cl_sync_point_khr& before = last[entry.queue];
      if (before && !waitsForAll && !from_.queues_[entry.queue]->outOfOrder())
        waits.push_back(before);
      before = cl_sync_point_khr(waitsOf_.size());
    }
  }

  bool canRun(const Entry& entry, const Queue& queue) const {
    return !entry.kernel || entry.kernel->program().runsOn(queue.device());
  }

  Result<uint32_t> queueFor(size_t index, size_t command, bool chooses, std::vector<double>& ends) {
    const Entry& entry = entries_[index];
    if (chooses) return chooseQueue(index, command, ends);
    if (!canRun(entry, *queues_[entry.queue])) return fail(CL_INVALID_PROGRAM_EXECUTABLE);
    return entry.queue;
  }

  /// The queue whose device is estimated to end the command first.
  Result<uint32_t> chooseQueue(size_t index, size_t command, std::vector<double>& ends) {
    const Entry& entry = entries_[index];
    double ready = barrierEnd_;
    for (const cl_sync_point_khr point : waitsOf_[index]) ready = std::max(ready, ends[point - 1]);
    if (entry.isBarrier) {
      if (waitsOf_[index].empty())
        for (const double end : ends) ready = std::max(ready, end);
      ends.push_back(barrierEnd_ = ready);
      return 0;
    }
    const Command* known = commands_[command].get();
    const double work = double(known ? known->estimateNanoseconds() : 0) + 1;
    double best = std::numeric_limits<double>::infinity();
    uint32_t chosen = 0;
    for (uint32_t at = 0; at < queues_.size(); ++at) {
      if (!canRun(entry, *queues_[at])) continue;
      Device& device = queues_[at]->device();
      const double end = std::max(ready, freeAt(device)) + work / device.computeUnits();
      if (end < best) best = end, chosen = at;
    }
    if (best == std::numeric_limits<double>::infinity()) return fail(CL_INVALID_PROGRAM_EXECUTABLE);
    freeAt(queues_[chosen]->device()) = best;
    ends.push_back(best);
    return chosen;
  }

  /// When the commands that the device has end.
  double& freeAt(Device& device) {
    for (auto& [known, end] : free_)
      if (known == &device) return end;
    return free_.emplace_back(&device, 0).second;
  }

  Status recordCommand(CommandBuffer& made, const Entry& entry, size_t command,
                       const Placement& place) {
    std::unique_ptr<Command> copy;
    if (const auto& original = commands_[command]) {
      TRY(copy, original->copyFor(from_.context(), queues_[place.queue]->device()));
    }
    if (entry.kernel) return made.recordLaunch(std::move(copy), *entry.kernel, place);
    return made.record(std::move(copy), {}, place);
  }

  Status recordDispatch(CommandBuffer& made, size_t command, size_t dispatch,
                        const Placement& place) {
    const Dispatch& original = dispatches_[dispatch].dispatch;
    const MutableCommand& handle = *handles_[dispatch];
    Dispatch copy{ApiRef<Kernel>::adopt(original.arguments->clone()), original.range};
    std::unique_ptr<Command> launch;
    if (commands_[command]) {
      TRY(launch, copy.arguments->makeLaunch(queues_[place.queue]->device(), copy.range));
    }
    const auto recorded = made.recordLaunch(std::move(launch), handle.kernel_, std::move(copy),
                                            handle.fields_, handle.properties_, place);
    return recorded ? Status() : recorded.error();
  }

  CommandBuffer& from_;
  const std::span<Queue* const> queues_;
  cl_command_buffer_state_khr state_;
  std::vector<Entry> entries_;
  std::vector<cl_sync_point_khr> waits_;
  std::vector<std::vector<cl_sync_point_khr>> waitsOf_;  // each entry
  Commands commands_;
  std::vector<ApiRef<MutableCommand>> handles_;
  std::vector<Place> dispatches_;
  std::vector<ApiRef<MemObject>> memory_;
  std::vector<std::pair<Device*, double>> free_;
  double barrierEnd_ = 0;
};

Result<CommandBuffer*> CommandBuffer::remap(std::span<Queue* const> queues, bool chooses,
                                            std::span<MutableCommand* const> handles,
                                            cl_mutable_command_khr* handlesRet) {
  TRY(CommandBuffer* const made, Remap(*this, queues).make(chooses));
  Lock lock(made->mutex_);
  for (size_t i = 0; i < handles.size(); ++i)
    handlesRet[i] = made->handles_[handles[i]->index_]->handle();
  return made;
}

}  // namespace lanewise
