// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ChildLaunches: what the kernels of one command of the host enqueue on device queues, and what
// these enqueue. docs/design/device-queues.md has the reasons.
//
// The thread that runs the host's command runs the children when the command's own work-items have
// ended. Queue threads help: at once where a child need not wait for its parent. No thread waits
// for a child while there is one that it could run, so one thread suffices.
#pragma once

#include "interface/device_queue.h"
#include "runtime/base/mutex.h"
#include "runtime/launch/device_events.h"
#include "runtime/launch/launch.h"
#include "runtime/queue/queue.h"

#include <pthread.h>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

class KernelTimeLimit;

/// A command on a device queue that has not ended: a child kernel or a marker.
struct ChildCommand {
  static constexpr uint32_t kMarker = ~0u;

  ChildCommand* next = nullptr;
  uint64_t sizeBytes = 0;  // of this block of memory, which the device queue counts
  Queue* queue = nullptr;
  DeviceEvent* scope = nullptr;  // its own, or that of the parent
  bool hasEvent = false;
  bool waitFailed = false;
  uint32_t pending = 0;  // events, and 1 if it waits for the parent
  uint32_t block = kMarker;
  pthread_t thread = {};  // that enqueued it
  NdRange range;
  uint64_t estimateNanoseconds = 0;
  uint64_t localBytes = 0;
  /// The argument block behind this, of ArgumentSnapshot::kPaddedBytes at least.
  std::byte* arguments() { return reinterpret_cast<std::byte*>(this + 1); }
  size_t argumentBytes() const { return sizeBytes - sizeof(*this); }
};

/// First in, first out.
struct ChildList {
  ChildCommand* first = nullptr;
  ChildCommand* last = nullptr;

  void append(ChildCommand& child) {
    child.next = nullptr;
    (last ? last->next : first) = &child;
    last = &child;
  }
  ChildCommand* take() {
    ChildCommand* child = first;
    if (child && !(first = child->next)) last = nullptr;
    return child;
  }
};

class ChildLaunches;

/// A launch that runs and may enqueue children.
struct ParentLaunch {
  ChildLaunches& all;
  DeviceEvent& scope;
  // Guarded by the mutex of `all`.
  ChildList afterKernel = {};
  ChildList afterGroups = {};
  /// There are children in `afterGroups`. Read by threads that end work-groups, each of which looks
  /// for its own children: it sees its own store, or a later one.
  std::atomic<bool> hasAfterGroups{false};

  /// The work-groups that this thread has run since the last call have ended.
  void endGroups() {
    if (hasAfterGroups.load(std::memory_order_relaxed)) [[unlikely]]
      releaseGroups();
  }

 private:
  void releaseGroups();
};

/// What a kernel asks a device queue for. Addresses are those of the kernel.
struct EnqueueRequest {
  uint64_t queue = 0;
  uint32_t flags = 0;
  const void* range = nullptr;
  uint32_t eventCount = 0;
  const void* events = nullptr;
  void* result = nullptr;  // for the handle of the event, or null
  uint32_t block = ChildCommand::kMarker;
  const void* data = nullptr;
  std::span<const uint64_t> localSizes = {};
};

class ChildLaunches final : public std::enable_shared_from_this<ChildLaunches> {
 public:
  /// `queues` are those that the kernels may name besides the default queue. The references last as
  /// long as the host's command.
  ChildLaunches(Device& device, const ChildFacts& facts, std::span<const Ref<Queue>> queues,
                KernelTimeLimit* limit);
  ChildLaunches(const ChildLaunches&) = delete;
  ChildLaunches& operator=(const ChildLaunches&) = delete;

  /// The host's command.
  ParentLaunch& root() { return root_; }
  /// The host's command has run its work-items. Returns when all its descendants are complete: with
  /// the error of the first that failed.
  Status finish(const Status& own) EXCLUDES(mutex_);

  // Called by kernels (device_queue_calls.cpp).

  /// Nothing if an address of the request cannot be accessed.
  std::optional<EnqueueResult> enqueue(ParentLaunch& parent, const EnqueueRequest& request)
      EXCLUDES(mutex_);
  /// Whether it is the first call with this number, below 32, for the command of the host.
  bool isFirst(unsigned number) {
    return !(seen_.fetch_or(1u << number, std::memory_order_relaxed) & 1u << number);
  }
  /// The kernel of the host's command.
  const std::string& hostKernel() const { return facts_.home->metadata.name; }
  Queue* defaultQueue() const { return facts_.defaultQueue.get(); }
  /// 0 if there are too many.
  uint64_t createUserEvent() EXCLUDES(mutex_);
  void retain(uint64_t event) EXCLUDES(mutex_);
  void release(uint64_t event) EXCLUDES(mutex_);
  bool isValid(uint64_t event) EXCLUDES(mutex_);
  void setStatus(uint64_t event, cl_int status) EXCLUDES(mutex_);
  /// \pre `times` has two words, which can be written.
  void capture(uint64_t event, uint64_t* times) EXCLUDES(mutex_);
  /// Null if there is no such block.
  const CompiledKernel* block(uint64_t index) const;
  Device& device() const { return *device_; }
  bool isValid(const NdRange& range, const KernelMetadata& metadata) const;

 private:
  friend struct ParentLaunch;
  struct Helper;

  bool knows(uint64_t queue) const;
  std::optional<EnqueueResult> make(const EnqueueRequest& request, ChildCommand*& child) const;
  EnqueueResult placeArguments(const EnqueueRequest& request, const KernelMetadata& metadata,
                               ChildCommand& child) const;
  EnqueueResult addLocked(ParentLaunch& parent, const EnqueueRequest& request,
                          std::span<const uint64_t> events, ChildCommand& child, uint64_t& event)
      REQUIRES(mutex_);
  void discard(ChildCommand& child) const;

  void releaseLocked(ChildCommand& child) REQUIRES(mutex_);
  void releaseAllLocked(ChildList& list) REQUIRES(mutex_);
  void completeLocked(DeviceEvent& event, cl_int status) REQUIRES(mutex_);
  void settleLocked() REQUIRES(mutex_);
  void closeLocked(DeviceEvent* scope) REQUIRES(mutex_);
  void endLocked(ChildCommand& child, cl_int result) REQUIRES(mutex_);
  ChildCommand* takeLocked() REQUIRES(mutex_);
  void failLocked(const Status& status) REQUIRES(mutex_);
  void abandonLocked() REQUIRES(mutex_);
  void callHelpersLocked() REQUIRES(mutex_);
  void postHelperLocked() REQUIRES(mutex_);

  /// Runs ready children until there is none, or, for the host's command, until all are complete.
  void drain(bool isRoot) NO_THREAD_SAFETY_ANALYSIS;
  Status run(ChildCommand& child, ParentLaunch& self) const;

  const Ref<Device> device_;
  const ChildFacts facts_;
  std::vector<uint64_t> queues_;  // their addresses, sorted
  KernelTimeLimit* const limit_;
  const uint32_t mostHelpers_;
  std::atomic<uint32_t> seen_{0};
  Mutex mutex_;
  Condition changed_;
  DeviceEvents events_ GUARDED_BY(mutex_);
  DeviceEvent rootScope_;  // guarded as the events are
  ParentLaunch root_{*this, rootScope_};
  DeviceEvent* done_ GUARDED_BY(mutex_) = nullptr;  // whose waiting commands are not told
  bool settles_ GUARDED_BY(mutex_) = false;
  ChildList ready_ GUARDED_BY(mutex_);
  uint64_t readyNanoseconds_ GUARDED_BY(mutex_) = 0;
  uint32_t running_ GUARDED_BY(mutex_) = 0;  // children that threads run
  uint32_t helpers_ GUARDED_BY(mutex_) = 0;  // that are posted or run
  bool rootRuns_ GUARDED_BY(mutex_) = true;  // the host's command has not ended
  /// No thread could be started in a callback of a kernel: QueueThreads::postToOthers().
  bool postsLater_ GUARDED_BY(mutex_) = false;
  bool rootWaits_ GUARDED_BY(mutex_) = false;
  Status failure_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
