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

#include "runtime/base/descriptor.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/context/context.h"
#include "runtime/queue/command.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <deque>
#include <span>
#include <vector>

namespace lanewise {

class Semaphore : public Object<Semaphore> {
 public:
  using Handle = cl_semaphore_khr;
  static constexpr Tag kTag = Tag::Semaphore;
  static constexpr cl_int kInvalid = CL_INVALID_SEMAPHORE_KHR;
  using HandleType = cl_external_semaphore_handle_type_khr;

  /// `device` is the one of CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR or null for all of the context.
  /// With `shared`, an eventfd, the state is there. `exportType` is 0 for none.
  Semaphore(Context& context, Device* device, Descriptor shared, HandleType exportType,
            std::vector<cl_semaphore_properties_khr> properties);
  ~Semaphore();

  Context& context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  bool isFor(const Device& device) const {
    return std::ranges::any_of(devices_, [&](const auto& one) { return one.get() == &device; });
  }
  std::span<const cl_semaphore_properties_khr> properties() const { return properties_; }
  HandleType exportType() const { return exportType_; }
  bool signaled() EXCLUDES(mutex_);

  /// Takes the place of whatever state there is: signaled as soon as `file` is readable, at once if
  /// it is none. CL_OUT_OF_RESOURCES, with the state as it was, if it cannot be watched.
  Status importSyncFile(Descriptor file) EXCLUDES(mutex_);
  bool fromSyncFile() const { return fromSyncFile_; }
  /// What clGetSemaphoreHandleForTypeKHR gives to the application. A sync file of a semaphore that
  /// is signaled is -1 and takes the signal, like a wait; one that is about to be is waited for.
  /// CL_INVALID_OPERATION if no signal is on its way (any more).
  Result<int> exportHandle() EXCLUDES(mutex_);

  // For commands. beginWait() returns a gate, or null if the signal is taken, or
  // CL_OUT_OF_RESOURCES; then either endWait() or cancelWait() is called once.
  Result<Ref<Event>> beginWait(bool forExport = false) EXCLUDES(mutex_);
  void endWait() EXCLUDES(mutex_);
  void cancelWait(const Ref<Event>& gate) EXCLUDES(mutex_);
  void signalEnqueued() { comingSignals_.fetch_add(1, std::memory_order_relaxed); }
  /// That signal is over: it was given if `runs`.
  void signalEnds(bool runs) EXCLUDES(mutex_);

 private:
  struct Waiter {
    Ref<Event> gate;
    bool forExport;  // a thread sleeps for it
    bool failed = false;
  };
  enum class Waiters { All, Exports };
  enum class Take { Signal, Nothing, Broken };
  void give() EXCLUDES(mutex_);
  /// Those in line will not get a signal.
  void failLine(Waiters which) EXCLUDES(mutex_);
  Ref<Event> nextToFail(Waiters which) EXCLUDES(mutex_);
  Take takeSharedLocked() const REQUIRES(mutex_);
  bool watchLocked(const Descriptor& descriptor, bool (*ready)(void*, bool)) REQUIRES(mutex_);
  Result<int> exportSyncFile() EXCLUDES(mutex_);
  static bool sharedReadable(void* semaphore, bool broken);
  static bool syncFileReadable(void* semaphore, bool broken);

  const Ref<Context> context_;
  std::vector<Ref<Device>> devices_;
  const Descriptor shared_;
  const HandleType exportType_;
  bool fromSyncFile_ = false;
  const std::vector<cl_semaphore_properties_khr> properties_;
  std::atomic<uint32_t> comingSignals_{0};  // enqueued and not over; relaxed, a count

  Mutex mutex_;
  bool available_ GUARDED_BY(mutex_) = false;  // a signal that no wait has taken; not if shared
  uint32_t taken_ GUARDED_BY(mutex_) = 0;      // signals taken by waits that did not run yet
  std::deque<Waiter> line_ GUARDED_BY(mutex_);
  bool watching_ GUARDED_BY(mutex_) = false;  // shared_, for those in line
  Descriptor syncFile_ GUARDED_BY(mutex_);    // being watched
};

/// The commands. Gates are appended to `gates` and belong into the command's wait list.
Result<std::unique_ptr<Command>> makeSemaphoreWait(std::span<Semaphore* const> semaphores,
                                                   std::vector<Ref<Event>>& gates);
std::unique_ptr<Command> makeSemaphoreSignal(std::span<Semaphore* const> semaphores);

/// A new eventfd in the form that semaphores share; empty when the system has none left.
Descriptor newSharedState();
/// Is it such a descriptor, as far as the system tells?
bool isSharedState(int descriptor);

}  // namespace lanewise
