// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphore: a binary semaphore of cl_khr_semaphore. A wait takes the signal for itself when it is
// enqueued, or stands in line for one: its command then waits for a gate, an event that completes
// when its turn has come, so that no thread sleeps for it. Until the command has run, the semaphore
// still counts as signaled.
//
// The state of one that can leave the process (opaque file descriptors) is an eventfd, which every
// semaphore made from it shares. One that was imported from a sync file is signaled when that is.
#pragma once

#include "interface/descriptor.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/context/context.h"
#include "runtime/queue/command.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace lanewise {

class Queue;

class Semaphore : public Object<Semaphore> {
 public:
  using Handle = cl_semaphore_khr;
  static constexpr Tag kTag = Tag::Semaphore;
  static constexpr cl_int kInvalid = CL_INVALID_SEMAPHORE_KHR;
  using HandleType = cl_external_semaphore_handle_type_khr;

  /// What clCreateSemaphoreWithPropertiesKHR is asked for, already checked.
  struct Request {
    Device* device = nullptr;        // null: all devices of the context
    HandleType exportType = 0;       // 0: none
    std::optional<int> sharedState;  // to import: a descriptor with isSharedState()
    std::optional<int> syncFile;     // to import: as importSyncFile() takes it
    std::vector<cl_semaphore_properties_khr> properties;
  };
  /// On success the semaphore owns the imported descriptor; on failure the caller still does.
  /// CL_OUT_OF_RESOURCES without a free file descriptor.
  static Result<Semaphore*> create(Context& context, Request request);
  ~Semaphore();

  Context& context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  bool isFor(const Device& device) const {
    return std::ranges::any_of(devices_, [&](const auto& one) { return one.get() == &device; });
  }
  std::span<const cl_semaphore_properties_khr> properties() const { return properties_; }
  HandleType exportType() const { return exportType_; }
  bool signaled() EXCLUDES(mutex_);

  /// Replaces the state: the semaphore becomes signaled as soon as `file` is readable, or at once
  /// if `file` is -1. On success the semaphore owns `file`. CL_OUT_OF_RESOURCES, with state and
  /// ownership unchanged, if it cannot be watched.
  Status importSyncFile(int file) EXCLUDES(mutex_);
  bool fromSyncFile() const { return fromSyncFile_; }
  /// What clGetSemaphoreHandleForTypeKHR gives to the application. A sync file of a semaphore that
  /// is signaled is -1 and takes the signal, like a wait; one that is about to be is waited for.
  /// CL_INVALID_OPERATION if no signal is on its way (any more).
  Result<int> exportHandle() EXCLUDES(mutex_);

  // Commands call these. beginWait() returns a gate, or null if the signal is taken, or
  // CL_OUT_OF_RESOURCES; then either endWait() or cancelWait() is called once.
  Result<Ref<Event>> beginWait(bool forExport = false) EXCLUDES(mutex_);
  void endWait() EXCLUDES(mutex_);
  void cancelWait(const Ref<Event>& gate) EXCLUDES(mutex_);
  void signalEnqueued() { comingSignals_.fetch_add(1, std::memory_order_relaxed); }
  /// That signal is over: it was given if `runs`.
  void signalEnds(bool runs) EXCLUDES(mutex_);

 private:
  /// A semaphore whose state is in `shared`, an eventfd, if that is given.
  Semaphore(Context& context, Device* device, Descriptor shared, HandleType exportType,
            std::vector<cl_semaphore_properties_khr> properties);
  struct Waiter {
    Ref<Event> gate;
    bool forExport;  // a thread sleeps for it
    bool failed = false;
  };
  enum class Waiters { All, Exports };
  enum class Take { Signal, Nothing, Broken };
  void give() EXCLUDES(mutex_);
  /// Fails the waiters in line, which will not get a signal.
  void failLine(Waiters which) EXCLUDES(mutex_);
  Ref<Event> nextToFail(Waiters which) EXCLUDES(mutex_);
  Take takeSharedLocked() const REQUIRES(mutex_);
  bool watchLocked(const Descriptor& descriptor, bool (*ready)(void*, bool)) REQUIRES(mutex_);
  Result<int> exportSyncFile() EXCLUDES(mutex_);
  Status watchSyncFile(Descriptor file) EXCLUDES(mutex_);
  static bool sharedReadable(void* semaphore, bool broken);
  static bool syncFileReadable(void* semaphore, bool broken);

  const Ref<Context> context_;
  std::vector<Ref<Device>> devices_;
  const Descriptor shared_;
  const HandleType exportType_;
  bool fromSyncFile_ = false;  // set by create()
  const std::vector<cl_semaphore_properties_khr> properties_;
  std::atomic<uint32_t> comingSignals_{0};  // enqueued and not over; relaxed, a count

  Mutex mutex_;
  bool available_ GUARDED_BY(mutex_) = false;  // a signal that no wait has taken; not if shared
  uint32_t taken_ GUARDED_BY(mutex_) = 0;      // signals taken by waits that did not run yet
  std::deque<Waiter> line_ GUARDED_BY(mutex_);
  bool watching_ GUARDED_BY(mutex_) = false;  // shared_, for those in line
  Descriptor syncFile_ GUARDED_BY(mutex_);    // being watched
};

/// clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR, as Queue::submit(). The semaphores
/// belong to the queue's context and device. A signal flushes the queue: who waits for it elsewhere
/// has no event through which it could do so.
Status enqueueSemaphoreWait(Queue& queue, std::span<Semaphore* const> semaphores,
                            std::span<Event* const> waitList, cl_event* event);
Status enqueueSemaphoreSignal(Queue& queue, std::span<Semaphore* const> semaphores,
                              std::span<Event* const> waitList, cl_event* event);

/// Is it a descriptor that exportHandle() can have returned for CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR?
bool isSharedState(int descriptor);

}  // namespace lanewise
