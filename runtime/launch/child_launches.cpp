// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enqueues and the order of children. No exception leaves enqueue(), which kernels call.
#include "runtime/launch/child_launches.h"

#include "runtime/base/block_pool.h"
#include "runtime/device/device.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/faults/kernel_time_limit.h"
#include "runtime/launch/checked_locals.h"
#include "runtime/launch/sub_groups.h"
#include "runtime/workers/queue_threads.h"
#include "runtime/workers/this_thread_only.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace lanewise {
namespace {

// As CLK_ENQUEUE_FLAGS_...
constexpr uint32_t kNoWait = 0, kWaitKernel = 1, kWaitWorkGroup = 2;
// Waking a thread takes about so long.
constexpr uint64_t kHelpNanoseconds = 100'000;
// Assumed of a kernel that never ran.
constexpr uint64_t kUnknownNanoseconds = 20'000;
// A wait list of up to so many is copied to the stack.
constexpr size_t kFewEvents = 32;

uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// The range as OpBuildNDRange has it.
struct RawRange {
  uint32_t workDim, padding;
  uint64_t offset[3], global[3], local[3];
};

uint64_t estimate(const CompiledKernel& kernel, const NdRange& range) {
  double items = 1;
  for (const uint64_t size : range.globalSize) items *= static_cast<double>(size);
  const double known = kernel.cost.nanosecondsPerItem() * items;
  return known > 0 ? static_cast<uint64_t>(std::min(known, 1e15)) : kUnknownNanoseconds;
}

/// As CLK_PROFILING_COMMAND_EXEC_TIME: of the command, and with its children.
void writeTimes(const DeviceEvent& event, uint64_t* times) {
  times[0] = event.end - event.start;
  times[1] = event.complete - event.start;
}

}  // namespace

/// A call of a queue thread.
struct ChildLaunches::Helper : QueueTask {
  explicit Helper(ChildLaunches& owner)
      : QueueTask{[](QueueTask& task) {
          const std::unique_ptr<Helper> self(static_cast<Helper*>(&task));
          ChildLaunches& all = *self->all;
          all.drain(false);
          Lock lock(all.mutex_);
          --all.helpers_;
        }},
        all(owner.shared_from_this()) {}
  const std::shared_ptr<ChildLaunches> all;
};

void ParentLaunch::releaseGroups() {
  Lock lock(all.mutex_);
  ChildList others;
  while (ChildCommand* child = afterGroups.take()) {
    if (pthread_equal(child->thread, pthread_self()))
      all.releaseLocked(*child);
    else
      others.append(*child);
  }
  afterGroups = others;
  // Never false in between: the thread of one of the others would leave its child in the list.
  hasAfterGroups.store(others.first != nullptr, std::memory_order_relaxed);
  all.callHelpersLocked();
}

ChildLaunches::ChildLaunches(Device& device, const ChildFacts& facts,
                             std::span<const Ref<Queue>> queues, KernelTimeLimit* limit)
    : device_(device),
      facts_(facts),
      limit_(limit),
      mostHelpers_(std::max(device.facts().cores, 2u) - 1) {
  rootScope_.open = 1;
  const auto add = [this](Queue* queue) { queues_.push_back(reinterpret_cast<uintptr_t>(queue)); };
  for (const Ref<Queue>& queue : queues) add(queue.get());
  if (facts_.defaultQueue) add(facts_.defaultQueue.get());
  std::ranges::sort(queues_);
}

bool ChildLaunches::knows(uint64_t queue) const {
  return std::ranges::binary_search(queues_, queue);
}

const CompiledKernel* ChildLaunches::block(uint64_t index) const {
  const auto* blocks = facts_.home->blocks;
  return blocks && index < blocks->size() ? &(*blocks)[index] : nullptr;
}

bool ChildLaunches::isValid(const NdRange& range, const KernelMetadata& metadata) const {
  if (range.workDim < 1 || range.workDim > 3) return false;
  uint64_t items = 1;
  const bool hasLocal = range.localSize[0] != 0;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    uint64_t end;
    if (__builtin_add_overflow(range.globalSize[d], range.globalOffset[d], &end)) return false;
    const uint64_t local = range.localSize[d];
    if (hasLocal != (local != 0) || local > Device::maxWorkGroupSize()) return false;
    if (facts_.uniform && local > 1 && range.globalSize[d] % local != 0) return false;
    items *= std::max<uint64_t>(local, 1);
  }
  return items <= Device::maxWorkGroupSize() &&
         (!hasLocal || hasRequiredSubGroups(metadata, items));
}

namespace {

/// What checks need of the arguments: the data of a block, and local memory.
void noteObjects(const EnqueueRequest& request, const KernelMetadata& metadata,
                 std::byte* arguments) {
  // The run writes the number of the launch in front.
  std::byte* at = arguments + abi::checkedObjectOffset(metadata.checkedObjects, 0);
  for (size_t i = 0; i < metadata.arguments.size(); ++i, at += sizeof(abi::CheckedObject)) {
    abi::CheckedObject object = abi::kUncheckedObject;
    if (i != 0) object = {};
    if (i != 0) object.readBytes = object.writeBytes = request.localSizes[i - 1];
    std::memcpy(at, &object, sizeof object);
  }
}

}  // namespace

/// Lays out the data and the pointers to local memory, whose sizes were given.
EnqueueResult ChildLaunches::placeArguments(const EnqueueRequest& request,
                                            const KernelMetadata& metadata,
                                            ChildCommand& child) const {
  const auto& arguments = metadata.arguments;
  if (request.localSizes.size() + 1 != arguments.size()) return EnqueueResult::InvalidArgSize;
  uint64_t end = metadata.localBytes;
  for (size_t i = 0; i < request.localSizes.size(); ++i) {
    const uint64_t size = request.localSizes[i];
    if (size == 0) return EnqueueResult::InvalidArgSize;
    const KernelArgument& argument = arguments[i + 1];
    uint64_t offset = alignUp(end, std::max<uint32_t>(argument.alignBytes, 1));
    if (size > Device::localMemoryBytes() || offset + size > mostLocalBytes(metadata))
      return EnqueueResult::OutOfResources;
    end = offset + size;
    if (metadata.checkedObjects) [[unlikely]]
      offset = placeCheckedLocal(metadata, offset, size, end);
    std::memcpy(child.arguments() + argument.offsetBytes, &offset, sizeof(offset));
  }
  child.localBytes = end;
  if (metadata.checkedObjects) [[unlikely]]
    noteObjects(request, metadata, child.arguments());
  return end > mostLocalBytes(metadata) ? EnqueueResult::OutOfResources : EnqueueResult::Success;
}

/// Makes the command, but for events. Nothing after a fault, and `child` is null; null, too, with
/// an error.
std::optional<EnqueueResult> ChildLaunches::make(const EnqueueRequest& request,
                                                 ChildCommand*& child) const {
  const CompiledKernel* kernel = nullptr;
  NdRange range;
  size_t argumentBytes = 0;
  if (request.block != ChildCommand::kMarker) {
    kernel = block(request.block);
    if (!kernel || request.flags > kWaitWorkGroup) return EnqueueResult::EnqueueFailure;
    RawRange raw;
    if (!KernelCall::copy(&raw, request.range, sizeof raw)) return std::nullopt;
    range.workDim = raw.workDim;
    range.uniform = facts_.uniform;
    for (uint32_t d = 0; d < std::min(raw.workDim, 3u); ++d) {
      range.globalOffset[d] = raw.offset[d];
      range.globalSize[d] = raw.global[d];
      range.localSize[d] = raw.local[d];
    }
    if (!isValid(range, kernel->metadata)) return EnqueueResult::InvalidNDRange;
    if (range.localSize[0] != 0)
      for (uint32_t d = range.workDim; d < 3; ++d) range.localSize[d] = 1;
    argumentBytes =
        std::max<size_t>(kernel->metadata.argumentBytes, ArgumentSnapshot::kPaddedBytes);
  }
  const size_t sizeBytes = sizeof(ChildCommand) + argumentBytes;
  // The queue is one that `knows` has found.
  auto* queue = reinterpret_cast<Queue*>(request.queue);
  if (!queue->reserveOnDevice(sizeBytes)) return EnqueueResult::DeviceQueueFull;
  child = new (allocateBlock(sizeBytes)) ChildCommand;
  child->sizeBytes = sizeBytes;
  child->queue = queue;
  child->block = request.block;
  child->range = range;
  child->thread = pthread_self();
  EnqueueResult result = EnqueueResult::Success;
  bool faulted = false;
  if (kernel) {
    child->estimateNanoseconds = estimate(*kernel, range);
    // Null of a module: data of 0 bytes.
    faulted = request.data && !KernelCall::copy(child->arguments(), request.data,
                                                kernel->metadata.arguments.front().sizeBytes);
    if (!faulted) result = placeArguments(request, kernel->metadata, *child);
  }
  if (!faulted && result == EnqueueResult::Success) return result;
  discard(*child);
  child = nullptr;
  return faulted ? std::nullopt : std::optional(result);
}

void ChildLaunches::discard(ChildCommand& child) const {
  child.queue->returnOnDevice(child.sizeBytes);
  freeBlock(&child, child.sizeBytes);
}

std::optional<EnqueueResult> ChildLaunches::enqueue(ParentLaunch& parent,
                                                    const EnqueueRequest& request) {
  if (!knows(request.queue)) return EnqueueResult::InvalidQueue;
  if ((request.eventCount != 0) != (request.events != nullptr) ||
      request.eventCount > Device::kMaxDeviceEvents)
    return EnqueueResult::InvalidEventWaitList;
  ChildCommand* child = nullptr;
  try {
    uint64_t few[kFewEvents];
    std::vector<uint64_t> many(request.eventCount > kFewEvents ? request.eventCount : 0);
    const std::span events(many.empty() ? few : many.data(), request.eventCount);
    if (!events.empty() && !KernelCall::copy(events.data(), request.events, events.size_bytes()))
      return std::nullopt;
    uint64_t event = 0;
    // It can be written, before there is something to undo.
    if (request.result && !KernelCall::copy(request.result, &event, sizeof event))
      return std::nullopt;
    std::optional<EnqueueResult> result = make(request, child);
    if (!child) return result;
    {
      Lock lock(mutex_);
      result = addLocked(parent, request, events, *child, event);
    }
    if (result != EnqueueResult::Success)
      discard(*child);
    else if (request.result)
      (void)KernelCall::copy(request.result, &event, sizeof event);
    return result;
  } catch (const std::bad_alloc&) {
    if (child) discard(*child);
    return EnqueueResult::OutOfResources;
  }
}

EnqueueResult ChildLaunches::addLocked(ParentLaunch& parent, const EnqueueRequest& request,
                                       std::span<const uint64_t> events, ChildCommand& child,
                                       uint64_t& event) {
  for (const uint64_t handle : events)
    if (!events_.find(handle)) return EnqueueResult::InvalidEventWaitList;
  child.scope = &parent.scope;
  // Whatever may run out of memory comes before the command is registered anywhere.
  for (const uint64_t handle : events) {
    auto& waiting = events_.find(handle)->waiting;
    if (waiting.capacity() < waiting.size() + events.size())
      waiting.reserve(2 * waiting.size() + events.size());
  }
  if (request.result) {
    DeviceEvent* made = events_.create(/*isUser=*/false);
    if (!made) return EnqueueResult::EventAllocationFailure;
    made->outer = &parent.scope;
    child.scope = made;
    child.hasEvent = true;
    event = made->handle();
  }
  ++parent.scope.open;
  const bool isChild = request.block != ChildCommand::kMarker;
  const bool waits = isChild && request.flags != kNoWait;
  child.pending = waits ? 2 : 1;  // 1 for this function
  for (const uint64_t handle : events) {
    DeviceEvent& waited = *events_.find(handle);
    if (waited.isDone()) {
      child.waitFailed |= waited.status < 0;
      continue;
    }
    waited.waiting.push_back(&child);
    ++child.pending;
  }
  if (waits && request.flags == kWaitKernel) parent.afterKernel.append(child);
  if (waits && request.flags == kWaitWorkGroup) {
    parent.afterGroups.append(child);
    parent.hasAfterGroups.store(true, std::memory_order_relaxed);
  }
  releaseLocked(child);
  callHelpersLocked();
  return EnqueueResult::Success;
}

/// One of the things that the command waits for is there.
void ChildLaunches::releaseLocked(ChildCommand& child) {
  if (--child.pending != 0) return;
  if (child.block == ChildCommand::kMarker)
    return endLocked(child,
                     child.waitFailed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE);
  ready_.append(child);
  readyNanoseconds_ += child.estimateNanoseconds;
}

void ChildLaunches::releaseAllLocked(ChildList& list) {
  while (ChildCommand* child = list.take()) releaseLocked(*child);
}

void ChildLaunches::completeLocked(DeviceEvent& event, cl_int status) {
  event.status = status;
  event.complete = Device::timerNanoseconds();
  // A marker, or a command that did not run.
  if (event.start == 0) event.start = event.end = event.complete;
  for (uint64_t* times : event.captures) writeTimes(event, times);
  event.captures.clear();
  ++event.references;
  event.nextDone = std::exchange(done_, &event);
}

/// Releases what waits for complete events. Commands that this completes lead to others: a loop,
/// since a recursion could be as deep as there are events.
void ChildLaunches::settleLocked() {
  if (settles_) return;
  settles_ = true;
  while (DeviceEvent* event = done_) {
    done_ = event->nextDone;
    for (ChildCommand* child : event->waiting) {
      child->waitFailed |= event->status < 0;
      releaseLocked(*child);
    }
    event->waiting.clear();
    --event->references;
    events_.collect(*event);
  }
  settles_ = false;
}

/// A command of the scope is complete.
void ChildLaunches::closeLocked(DeviceEvent* scope) {
  while (scope && --scope->open == 0) {
    DeviceEvent* outer = scope->outer;
    if (scope != &rootScope_) {
      if (scope->isDone())
        events_.collect(*scope);
      else
        completeLocked(*scope, scope->result);
    }
    scope = outer;
  }
  settleLocked();
}

/// The command has run, or will not.
void ChildLaunches::endLocked(ChildCommand& child, cl_int result) {
  if (child.hasEvent) child.scope->result = result;
  DeviceEvent* scope = child.scope;
  discard(child);
  closeLocked(scope);
}

/// The next child that is to run. Those that are not, because something failed, end here.
ChildCommand* ChildLaunches::takeLocked() {
  while (ChildCommand* child = ready_.take()) {
    readyNanoseconds_ -= child->estimateNanoseconds;
    if (failure_.ok() && !child->waitFailed) return child;
    endLocked(*child, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  return nullptr;
}

void ChildLaunches::failLocked(const Status& status) {
  if (failure_.ok()) failure_ = status;
}

/// What is left waits for user events that nothing can set any more, or else for commands that wait
/// for it: for those from which it was enqueued.
void ChildLaunches::abandonLocked() {
  constexpr cl_int kFailed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  bool anyUser = false;
  for (DeviceEvent& event : events_.all())
    if (!event.isFree && event.isUser && !event.isDone()) {
      anyUser = true;
      completeLocked(event, kFailed);
    }
  if (!anyUser)
    for (DeviceEvent& event : events_.all())
      if (!event.isFree && !event.isDone() && !event.waiting.empty())
        completeLocked(event, kFailed);
  failLocked({kFailed, anyUser
                           ? "commands on a device queue wait for a user event whose status no "
                             "kernel has set"
                           : "commands on a device queue wait for a command that waits for them"});
  settleLocked();
}

void ChildLaunches::callHelpersLocked() {
  if (ready_.first && rootWaits_) changed_.notify_one();
  if (!ready_.first || helpers_ >= mostHelpers_ || postsLater_ || ThisThreadOnly::inForce()) return;
  // While the host's command runs, its thread does not run children.
  const uint64_t busy = helpers_ + (rootRuns_ ? 0 : 1);
  if (busy == 0 || readyNanoseconds_ >= busy * kHelpNanoseconds) postHelperLocked();
}

void ChildLaunches::postHelperLocked() {
  Helper* helper = new (std::nothrow) Helper(*this);
  if (!helper) return;
  ++helpers_;
  postsLater_ = false;
  mutex_.unlock();
  // Other commands do not run inside of a kernel.
  bool isPosted = true;
  if (KernelCall::isInKernel())
    isPosted = device_->queueThreads().postToOthers(*helper);
  else
    device_->queueThreads().post(*helper);
  mutex_.lock();
  if (isPosted) return;
  postsLater_ = true;
  --helpers_;
  delete helper;
}

Status ChildLaunches::run(ChildCommand& child, ParentLaunch& self) const {
  const CompiledKernel& kernel = *block(child.block);
  LaunchCommand launch(std::shared_ptr<const CompiledKernel>(facts_.home, &kernel), *device_,
                       facts_.printf, CL_COMMAND_NDRANGE_KERNEL);
  launch.arguments().copyBlock({child.arguments(), child.argumentBytes()});
  launch.arguments().localBytes = child.localBytes;
  TRY_STATUS(launch.prepare(rangeOfCode(kernel.metadata, child.range)));
  return launch.runAsChild(self, limit_);
}

void ChildLaunches::drain(bool isRoot) {
  mutex_.lock();
  for (;;) {
    if (postsLater_) [[unlikely]]
      postHelperLocked();
    if (ChildCommand* child = takeLocked()) {
      ++running_;  // before the lock is given up
      callHelpersLocked();
      mutex_.unlock();
      ParentLaunch self{*this, *child->scope};
      Status status;
      const uint64_t start = child->hasEvent ? Device::timerNanoseconds() : 0;
      try {
        status = run(*child, self);
      } catch (const std::bad_alloc&) {
        status = CL_OUT_OF_HOST_MEMORY;
      }
      mutex_.lock();
      --running_;
      if (child->hasEvent) {
        child->scope->start = start;
        child->scope->end = Device::timerNanoseconds();
      }
      if (!status.ok()) failLocked(status);
      releaseAllLocked(self.afterKernel);
      releaseAllLocked(self.afterGroups);
      endLocked(*child, status.code);
      if (rootWaits_) changed_.notify_one();
      continue;
    }
    if (!isRoot || rootScope_.open == 0) break;
    if (running_ == 0) {
      abandonLocked();
      continue;
    }
    rootWaits_ = true;
    changed_.wait(mutex_);
    rootWaits_ = false;
  }
  mutex_.unlock();
}

Status ChildLaunches::finish(const Status& own) {
  {
    Lock lock(mutex_);
    if (!own.ok()) failLocked(own);
    rootRuns_ = false;
    releaseAllLocked(root_.afterKernel);
    releaseAllLocked(root_.afterGroups);
    closeLocked(&rootScope_);
  }
  drain(true);
  Lock lock(mutex_);
  return failure_;
}

uint64_t ChildLaunches::createUserEvent() try {
  Lock lock(mutex_);
  const DeviceEvent* event = events_.create(/*isUser=*/true);
  return event ? event->handle() : 0;
} catch (const std::bad_alloc&) {
  return 0;
}

void ChildLaunches::retain(uint64_t handle) {
  Lock lock(mutex_);
  if (DeviceEvent* event = events_.find(handle)) ++event->references;
}

void ChildLaunches::release(uint64_t handle) {
  Lock lock(mutex_);
  DeviceEvent* event = events_.find(handle);
  if (!event || event->references == 0) return;
  --event->references;
  events_.collect(*event);
}

bool ChildLaunches::isValid(uint64_t handle) {
  Lock lock(mutex_);
  return events_.find(handle) != nullptr;
}

void ChildLaunches::setStatus(uint64_t handle, cl_int status) {
  Lock lock(mutex_);
  DeviceEvent* event = events_.find(handle);
  if (!event || !event->isUser || event->isDone() || status > CL_COMPLETE) return;
  completeLocked(*event, status);
  settleLocked();
  callHelpersLocked();
}

void ChildLaunches::capture(uint64_t handle, uint64_t* times) {
  Lock lock(mutex_);
  DeviceEvent* event = events_.find(handle);
  if (!event || event->isUser) return;
  if (event->isDone()) return writeTimes(*event, times);
  try {
    if (event->captures.size() < Device::kMaxDeviceEvents) return event->captures.push_back(times);
  } catch (const std::bad_alloc&) {
  }
  failLocked({CL_OUT_OF_RESOURCES, "too many captures of the times of one event of a kernel"});
}

}  // namespace lanewise
