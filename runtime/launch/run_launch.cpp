// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a launch: divides its work-groups into chunks and calls the kernel's entry. A short launch
// runs as a whole on the thread that drains the queue. A long one is shared with the workers as
// soon as that is known to pay. A recorded launch runs many times, perhaps at the same time: what a
// run changes is a Run.
#include "runtime/launch/launch.h"

#include "interface/access_word.h"
#include "runtime/base/cache_line.h"
#include "runtime/base/config.h"
#include "runtime/checks/live_objects.h"
#include "runtime/checks/running_launches.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/device/device.h"
#include "runtime/faults/fault_message.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/faults/kernel_time_limit.h"
#include "runtime/launch/child_launches.h"
#include "runtime/launch/concurrent_groups.h"
#include "runtime/launch/host_calls.h"
#include "runtime/launch/spill_area.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <pthread.h>
#include <algorithm>
#include <chrono>
#include <new>
#include <optional>

namespace lanewise {
namespace {

// Waking sleeping threads costs about this much; with threads awake sharing costs far less.
constexpr double kShareNanoseconds = 100'000;
constexpr double kShareAwakeNanoseconds = 10'000;
// A chunk is long against taking it, and short enough that the threads end together.
constexpr double kMinChunkNanoseconds = 5'000;
constexpr double kChunkNanoseconds = 30'000;
constexpr uint64_t kChunksPerThread = 8;
// The rest of a launch is estimated from so much of it.
constexpr double kSampleNanoseconds = 200'000;

using Clock = std::chrono::steady_clock;
double nanosecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

NdRange rangeOf(const abi::Launch& launch) {
  NdRange range{.workDim = launch.workDim};
  std::ranges::copy(launch.globalOffset, range.globalOffset);
  std::ranges::copy(launch.globalSize, range.globalSize);
  std::ranges::copy(launch.localSize, range.localSize);
  return range;
}

}  // namespace

struct LaunchCommand::Run {
  const abi::Launch& launch;
  /// What chunks run from now on.
  std::atomic<const CompiledKernel*> kernel;
  ParentLaunch* self = nullptr;      // if the kernel may enqueue children
  KernelTimeLimit* limit = nullptr;  // if there is one
  /// A chunk has failed. None begins afterwards.
  std::atomic<bool> failed{false};
  /// What `kernel` is if it is no longer that of the launch. Of the thread that runs the launch.
  std::shared_ptr<const CompiledKernel> laterKernel = nullptr;
  /// The message of the chunk that failed first. Read when all chunks have ended.
  std::unique_ptr<const std::string> message = nullptr;
};

inline void LaunchCommand::runGroups(Run& run, uint64_t first, uint64_t end) const {
  if (run.failed.load(std::memory_order_relaxed)) [[unlikely]]
    return;
  const abi::Worker worker = threadBlocks(launch_.localBytes, launch_.spillBytes);
  if (!worker.localMemory) {
    run.failed.store(true, std::memory_order_relaxed);
    return;
  }
  const CompiledKernel& kernel = *run.kernel.load(std::memory_order_acquire);
  const KernelFpEnvironment environment(kernel.metadata.flushesDenormals);
  KernelCall call(kernel.image.code);
  const bool done = run.limit ? run.limit->run(call, kernel.entry, run.launch, worker, first, end)
                              : call.run(kernel.entry, run.launch, worker, first, end);
  if (run.self) [[unlikely]]
    run.self->endGroups();
  if (!done) [[unlikely]]
    addFault(run, kernel, call.fault(), first, end);
}

void LaunchCommand::addFault(Run& run, const CompiledKernel& kernel, const KernelFault& fault,
                             uint64_t first, uint64_t end) const {
  if (run.failed.exchange(true)) return;
  run.message = std::make_unique<const std::string>(
      faultMessage(kernel.metadata.name, kernel.image, fault, {run.launch.numGroups, first, end}));
}

/// The rest of the run gets the code for launches of this kind, if there is some by now for which
/// the memory of this launch suffices. Without an estimate, 0, the rest requests no code.
void LaunchCommand::takeLaterCode(Run& run, double nanosecondsLeft) const {
  if (!kind_ || run.laterKernel) return;
  auto code = kernel_->kinds->codeFor(*kind_, {nanosecondsLeft, device_.facts().cores});
  if (!code || spillBytesOfGroup(code->metadata, rangeOf(run.launch)) > launch_.spillBytes) return;
  run.laterKernel = std::move(code);
  run.kernel.store(run.laterKernel.get(), std::memory_order_release);
}

Status LaunchCommand::run() {
  // Only the callbacks read `host`.
  if (kernel_->metadata.usesHostCalls) [[unlikely]]
    return children_ ? runWithChildren() : runWithHostCalls(nullptr, nullptr);
  if (trial_) [[unlikely]]
    return runInTurn();
  return runOnce(launch_, nullptr, nullptr);
}

Status LaunchCommand::runInTurn() const {
  const auto start = Clock::now();
  Status status = runOnce(launch_, nullptr, nullptr);
  if (status.ok() && groups_ > 0)
    trial_->add(turn_, nanosecondsSince(start), itemsPerGroup_ * groupCount());
  return status;
}

Status LaunchCommand::runAsChild(ParentLaunch& self, KernelTimeLimit* limit) {
  return kernel_->metadata.usesHostCalls ? runWithHostCalls(&self, limit)
                                         : runOnce(launch_, nullptr, limit);
}

// The time limit is that of the launch and all of its descendants.
Status LaunchCommand::runWithChildren() {
  std::optional<KernelTimeLimit> limit;
  if (const uint64_t seconds = config().kernelSeconds) limit.emplace(std::chrono::seconds(seconds));
  KernelTimeLimit* const limitOrNull = limit ? &*limit : nullptr;
  const auto children =
      std::make_shared<ChildLaunches>(device_, *children_, arguments_.queues(), limitOrNull);
  Status own;
  try {
    own = runWithHostCalls(&children->root(), limitOrNull);
  } catch (const std::bad_alloc&) {  // children may run already
    own = CL_OUT_OF_HOST_MEMORY;
  }
  if (entry.event) entry.event->noteEnd();
  return children->finish(own);
}

Status LaunchCommand::runWithHostCalls(ParentLaunch* self, KernelTimeLimit* limit) {
  if (kernel_->metadata.checksRaces) [[unlikely]]
    arguments_.write(kernel_->metadata.checkedObjects, place_
                                                           ? LaunchOrder::get().begin(place_)
                                                           : LaunchOrder::get().beginUnordered());
  PrintfOutput output(printf_);
  HostCallContext hostCalls{.kernel = &kernel_->metadata, .printfOutput = &output, .parent = self};
  std::optional<LiveObjects::Use> objects;
  std::optional<RunningLaunches::Launch> running;
  if (kernel_->metadata.checkedObjects) [[unlikely]] {
    objects.emplace();
    running.emplace(kernel_->metadata, arguments_.block(), hostCalls.failure);
    noteChanges();
  }
  abi::Launch launch = launch_;
  launch.host = &hostCalls;
  Status status = runOnce(launch, self, limit);
  running.reset();
  if (place_) [[unlikely]]
    LaunchOrder::get().noteEnd(place_);
  output.end();
  const char* failure = hostCalls.failure.load(std::memory_order_relaxed);
  if (!failure) return status;
  return {CL_OUT_OF_RESOURCES, failure};
}

// Since the launch was enqueued, maps may have ended, and shared virtual memory may have been
// freed.
void LaunchCommand::noteChanges() {
  const KernelMetadata& kernel = kernel_->metadata;
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const uint64_t at = abi::checkedObjectOffset(kernel.checkedObjects, i);
    const auto set = [&](size_t member, uint64_t value) { arguments_.write(at + member, value); };
    const uint64_t state = arguments_.read(at + offsetof(abi::CheckedObject, state));
    const uint64_t subject = arguments_.read(at + offsetof(abi::CheckedObject, subject));
    if (state == abi::kSharedVirtualMemory) {
      const uint64_t base = arguments_.read(at + offsetof(abi::CheckedObject, base));
      if (LiveObjects::get().numberOf(reinterpret_cast<const void*>(base)) == subject) continue;
      abi::CheckedObject freed = abi::objectOfSize(base, 0, 0);
      freed.state = abi::kFreedMemory;
      arguments_.writeObject(at, freed);
    } else if (state == abi::kMapped) {
      const auto map = reinterpret_cast<const MemObject*>(subject)->mapOfAll(/*alsoWaiting=*/false);
      if (map == MemObject::HostMap::None) continue;
      const bool isWritten = map == MemObject::HostMap::Writes;
      set(offsetof(abi::CheckedObject, state),
          isWritten ? abi::kMappedForWriting : abi::kMappedForReading);
      set(offsetof(abi::CheckedObject, writeBytes), 0);
      if (isWritten) set(offsetof(abi::CheckedObject, readBytes), 0);
    }
  }
}

Status LaunchCommand::runConcurrently(Run& run) const {
  ConcurrentGroups groups;
  if (run.launch.host) static_cast<HostCallContext*>(run.launch.host)->groups = &groups;
  struct Both {
    const LaunchCommand& launch;
    Run& run;
  } both{*this, run};
  return groups.run(
      groups_,
      [](void* user, uint64_t group) {
        const Both& of = *static_cast<Both*>(user);
        of.launch.runGroups(of.run, group, group + 1);
        return !of.run.failed.load(std::memory_order_relaxed);
      },
      &both);
}

Status LaunchCommand::runOnce(const abi::Launch& launch, ParentLaunch* self,
                              KernelTimeLimit* given) const {
  Run run{launch, kernel_.get(), self, given};
  if (kind_) [[unlikely]]
    takeLaterCode(run, knownNanoseconds());
  std::optional<KernelTimeLimit> limit;
  if (const uint64_t seconds = given ? 0 : config().kernelSeconds) [[unlikely]]
    run.limit = &limit.emplace(std::chrono::seconds(seconds));
  if (isConcurrent_ && groups_ > 0) [[unlikely]]
    TRY_STATUS(runConcurrently(run));
  else if (groups_ > 1)
    runHereOrShare(run);
  else if (groups_ == 1 && kernel_->cost.wantsSample())
    timeGroups(run, 0, 1);
  else if (groups_ == 1)
    runGroups(run, 0, 1);
  if (kind_ && !run.laterKernel) [[unlikely]]
    LaunchKinds::addLaunch(*kind_, knownNanoseconds());
  if (run.message) [[unlikely]]
    return {CL_OUT_OF_RESOURCES, *run.message};
  return run.failed.load(std::memory_order_relaxed) ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

/// Runs and measures; nanoseconds per group.
double LaunchCommand::timeGroups(Run& run, uint64_t first, uint64_t end) const {
  const auto start = Clock::now();
  runGroups(run, first, end);
  const double nanoseconds = nanosecondsSince(start);
  const double groups = static_cast<double>(end - first);
  kernel_->cost.add(nanoseconds, groups * itemsPerGroup_);
  return nanoseconds / groups;
}

// Runs small pieces on this thread and measures them. Shares the rest with the workers if it is
// worth sharing.
void LaunchCommand::runHereOrShare(Run& run) const {
  Workers* workers = device_.facts().cores > 1 ? &device_.workers() : nullptr;
  double perGroup = kernel_->cost.nanosecondsPerItem() * itemsPerGroup_;
  const bool wasKnown = perGroup > 0;
  if (wasKnown && perGroup * static_cast<double>(groups_) < kMinChunkNanoseconds &&
      !kernel_->cost.wantsSample())
    return runGroups(run, 0, groups_);
  for (uint64_t first = 0; first < groups_ && !run.failed.load(std::memory_order_relaxed);) {
    const uint64_t left = groups_ - first;
    const double worthwhile =
        workers && workers->someAwake() ? kShareAwakeNanoseconds : kShareNanoseconds;
    // An estimate that is only known from elsewhere is tried on one piece first.
    const bool known = wasKnown || first > 0;
    if (workers && left > 1 && known && perGroup * static_cast<double>(left) > worthwhile)
      return share(run, first, perGroup);
    uint64_t piece = known ? static_cast<uint64_t>(kChunkNanoseconds / (perGroup + 1)) : 1;
    piece = std::clamp<uint64_t>(piece, 1, left);
    perGroup = timeGroups(run, first, first + piece);
    first += piece;
    if (kind_) [[unlikely]]
      // One group alone pays for cold caches.
      takeLaterCode(run, known ? perGroup * static_cast<double>(groups_ - first) : 0);
  }
}

void LaunchCommand::share(Run& run, uint64_t first, double perGroup) const {
  struct Rest {
    const LaunchCommand& launch;
    Run& run;
    uint64_t first;
    pthread_t owner;
    // Not on a line that helpers read.
    alignas(kCacheLineBytes) double nanoseconds = 0;
    uint64_t groups = 0;
    bool isEstimated = false;
    /// An estimate for the whole rest, once, when the owner has run enough of it; else 0.
    double nanosecondsLeft() {
      if (isEstimated || nanoseconds < kSampleNanoseconds) return 0;
      isEstimated = true;
      return nanoseconds / static_cast<double>(groups) *
             static_cast<double>(launch.groups_ - first);
    }
  } rest{*this, run, first, pthread_self()};
  const auto groupsIn = [&](double nanoseconds) {
    return std::max<uint64_t>(1, static_cast<uint64_t>(nanoseconds / (perGroup + 1)));
  };
  const uint64_t left = groups_ - first;
  const uint64_t fair = left / (kChunksPerThread * device_.facts().cores);
  const uint64_t grain =
      std::clamp(fair, groupsIn(kMinChunkNanoseconds), groupsIn(kChunkNanoseconds));
  // The chunks of the owner are the sample: helpers would write to lines of each other.
  const auto body = [](void* user, uint64_t begin, uint64_t end) {
    Rest& of = *static_cast<Rest*>(user);
    const bool measures = pthread_equal(pthread_self(), of.owner) != 0;
    const Clock::time_point start = measures ? Clock::now() : Clock::time_point();
    of.launch.runGroups(of.run, of.first + begin, of.first + end);
    if (!measures) return;
    of.nanoseconds += nanosecondsSince(start);
    of.groups += end - begin;
    if (of.launch.kind_) [[unlikely]]
      of.launch.takeLaterCode(of.run, of.nanosecondsLeft());
  };
  device_.workers().forEachRange(left, grain, body, &rest, &run.failed);
  if (rest.groups != 0)
    kernel_->cost.add(rest.nanoseconds, static_cast<double>(rest.groups) * itemsPerGroup_);
}

}  // namespace lanewise
