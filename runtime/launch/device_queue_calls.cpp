// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of calls become arguments of ChildLaunches. What they are is checked here or there: a
// kernel may pass anything.
#include "runtime/launch/device_queue_calls.h"

#include "runtime/base/log.h"
#include "runtime/device/device.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/launch/child_launches.h"
#include "runtime/launch/sub_groups.h"

#include <algorithm>
#include <iterator>

namespace lanewise {
namespace {

using Answer = std::optional<int64_t>;

// As CLK_PROFILING_COMMAND_EXEC_TIME.
constexpr uint64_t kExecutionTime = 1;

void* addressOf(uint64_t operand) { return reinterpret_cast<void*>(operand); }

Answer answerOf(std::optional<EnqueueResult> result) {
  if (!result) return std::nullopt;
  return static_cast<int64_t>(*result);
}

struct Failure {
  EnqueueResult result;
  const char* name;
  const char* reason;
};

constexpr Failure kFailures[] = {
    {EnqueueResult::OutOfResources, "CL_OUT_OF_RESOURCES",
     "more local memory than there is, or out of host memory"},
    {EnqueueResult::InvalidArgSize, "CL_INVALID_ARG_SIZE", "a size of local memory is not valid"},
    {EnqueueResult::InvalidEventWaitList, "CLK_INVALID_EVENT_WAIT_LIST",
     "an event of the wait list is not valid in this command"},
    {EnqueueResult::EventAllocationFailure, "CLK_EVENT_ALLOCATION_FAILURE", "too many events"},
    {EnqueueResult::EnqueueFailure, "CLK_ENQUEUE_FAILURE", "the flags or the block are not valid"},
    {EnqueueResult::InvalidQueue, "CLK_INVALID_QUEUE",
     "the queue is no argument of the kernel, and not the default queue of the device when the "
     "kernel was enqueued"},
    {EnqueueResult::InvalidNDRange, "CLK_INVALID_NDRANGE",
     "the range has no dimensions, or its local size is not one that the block can have"},
    {EnqueueResult::DeviceQueueFull, "CLK_DEVICE_QUEUE_FULL",
     "the queue has no space for another command (CL_QUEUE_SIZE)"},
};

/// Writes the first failure of each kind to the log. A kernel may try again for ever.
void noteFailure(ChildLaunches& all, const EnqueueRequest& request, EnqueueResult result) {
  const auto* failure = std::ranges::find(kFailures, result, &Failure::result);
  if (failure == std::end(kFailures) || !logs(LogGroup::Api)) return;
  if (!all.isFirst(static_cast<unsigned>(failure - kFailures))) return;
  const CompiledKernel* block = all.block(request.block);
  log(LogGroup::Api, "kernel '%s': enqueue of %s%s%s failed with %s: %s", all.hostKernel().c_str(),
      block ? "'" : "", block ? block->metadata.name.c_str() : "a marker", block ? "'" : "",
      failure->name, failure->reason);
}

Answer enqueue(ParentLaunch& parent, const EnqueueRequest& request) {
  const std::optional<EnqueueResult> result = parent.all.enqueue(parent, request);
  if (result && *result != EnqueueResult::Success) [[unlikely]]
    noteFailure(parent.all, request, *result);
  return answerOf(result);
}

Answer writeHandle(uint64_t to, uint64_t handle) {
  return KernelCall::copy(addressOf(to), &handle, sizeof handle) ? Answer(0) : std::nullopt;
}

// Operands as device_queue_calls.def has them.
EnqueueRequest kernelRequest(const uint64_t* operands) {
  return {.queue = operands[0],
          .flags = static_cast<uint32_t>(operands[1]),
          .range = addressOf(operands[2]),
          .eventCount = static_cast<uint32_t>(operands[3]),
          .events = addressOf(operands[4]),
          .result = addressOf(operands[5]),
          .block = static_cast<uint32_t>(operands[6]),
          .data = addressOf(operands[7]),
          .localSizes = {operands + 9, operands[8]}};
}

EnqueueRequest markerRequest(const uint64_t* operands) {
  return {.queue = operands[0],
          .eventCount = static_cast<uint32_t>(operands[1]),
          .events = addressOf(operands[2]),
          .result = addressOf(operands[3])};
}

Answer capture(ChildLaunches& all, const uint64_t* operands) {
  if (operands[1] != kExecutionTime) return 0;
  constexpr uint64_t kNone[2] = {0, 0};
  if (!KernelCall::copy(addressOf(operands[2]), kNone, sizeof kNone)) return std::nullopt;
  all.capture(operands[0], static_cast<uint64_t*>(addressOf(operands[2])));
  return 0;
}

/// Sub-groups of a work-group of the range.
Answer subGroupCountOf(const ChildLaunches& all, const CompiledKernel& block, uint64_t address) {
  struct {
    uint32_t workDim, padding;
    uint64_t offset[3], global[3], local[3];
  } raw;
  if (!KernelCall::copy(&raw, addressOf(address), sizeof raw)) return std::nullopt;
  NdRange range;
  range.workDim = raw.workDim;
  for (uint32_t d = 0; d < std::min(raw.workDim, 3u); ++d) {
    range.globalSize[d] = raw.global[d];
    range.localSize[d] = raw.local[d];
  }
  if (!all.isValid(range, block.metadata)) return 0;
  if (range.localSize[0] == 0 && !chooseLocalSize(all.device(), block.metadata, range).ok())
    return 0;
  uint64_t items = 1;
  for (uint32_t d = 0; d < range.workDim; ++d) items *= std::max<uint64_t>(range.localSize[d], 1);
  return static_cast<int64_t>(subGroupCount(items, block.metadata));
}

/// 0 if there is no such block.
Answer query(const ChildLaunches& all, DeviceQueueCall call, const uint64_t* operands) {
  const bool hasRange = call == DeviceQueueCall::GetKernelNDrangeSubGroupCount ||
                        call == DeviceQueueCall::GetKernelNDrangeMaxSubGroupSize;
  const CompiledKernel* block = all.block(operands[hasRange ? 1 : 0]);
  if (!block) return 0;
  const KernelMetadata& metadata = block->metadata;
  switch (call) {
    case DeviceQueueCall::GetKernelWorkGroupSize:
      return static_cast<int64_t>(largestGroup(metadata));
    case DeviceQueueCall::GetKernelPreferredWorkGroupSizeMultiple:
      return std::max(all.device().vectorLanes(4), metadata.subGroupSize);
    case DeviceQueueCall::GetKernelNDrangeMaxSubGroupSize: return metadata.subGroupSize;
    default: return subGroupCountOf(all, *block, operands[0]);
  }
}

}  // namespace

std::optional<int64_t> answerDeviceQueueCall(ParentLaunch* parent, DeviceQueueCall call,
                                             const uint64_t* operands) {
  using enum DeviceQueueCall;
  if (!parent) {
    if (call == GetDefaultQueue || call == CreateUserEvent) return writeHandle(operands[0], 0);
    const bool enqueues = call == EnqueueKernel || call == EnqueueMarker;
    return answerOf(enqueues ? EnqueueResult::InvalidQueue : EnqueueResult::Success);
  }
  ChildLaunches& all = parent->all;
  switch (call) {
    case EnqueueKernel: return enqueue(*parent, kernelRequest(operands));
    case EnqueueMarker: return enqueue(*parent, markerRequest(operands));
    case GetDefaultQueue:
      return writeHandle(operands[0], reinterpret_cast<uintptr_t>(all.defaultQueue()));
    case CreateUserEvent: return writeHandle(operands[0], all.createUserEvent());
    case RetainEvent: all.retain(operands[0]); return 0;
    case ReleaseEvent: all.release(operands[0]); return 0;
    case IsValidEvent: return all.isValid(operands[0]) ? 1 : 0;
    case SetUserEventStatus: all.setStatus(operands[0], static_cast<cl_int>(operands[1])); return 0;
    case CaptureEventProfilingInfo: return capture(all, operands);
    default: return query(all, call, operands);
  }
}

}  // namespace lanewise
