// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context: a set of devices that share memory, programs and events.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/per_process.h"
#include "runtime/base/status.h"
#include "runtime/context/destructor_callbacks.h"
#include "runtime/context/printf_receiver.h"
#include "runtime/context/released_memory.h"
#include "runtime/context/svm.h"
#include "runtime/device/device.h"

#include <CL/cl_ext.h>

#include <map>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lanewise {

class Queue;

/// The queues of a context that are not deleted yet.
struct LiveQueues {
  Mutex mutex;
  std::unordered_set<Queue*> queues GUARDED_BY(mutex);
  /// The default queue on the device; a queue leaves with its last reference of the application.
  std::map<const Device*, Queue*> onDevice GUARDED_BY(mutex);
};

/// What the properties of a context choose.
struct ContextOptions {
  /// CL_CONTEXT_MEMORY_INITIALIZE_KHR
  cl_context_memory_initialize_khr initialized = 0;
  /// CL_PRINTF_CALLBACK_ARM; null: standard output. Its last parameter is that of the notify
  /// function.
  PrintfReceiver::Function printf = nullptr;
  /// CL_PRINTF_BUFFERSIZE_ARM
  size_t printfBytes = PrintfReceiver::kBufferBytes;
};

class Context : public Object<Context> {
 public:
  using Handle = cl_context;
  static constexpr Tag kTag = Tag::Context;
  static constexpr cl_int kInvalid = CL_INVALID_CONTEXT;
  using Notify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

  /// \pre prepareCallbacks(), if there is a notify function.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
          Notify notify, void* user, const ContextOptions& options = {});

  std::span<const Ref<Device>> devices() const { return devices_; }
  bool hasDevice(const Device& device) const;
  std::span<const cl_context_properties> properties() const { return properties_; }
  /// Which memory of kernels is zero when they begin (CL_CONTEXT_MEMORY_INITIALIZE_KHR).
  cl_context_memory_initialize_khr initialized() const { return initialized_; }
  const PrintfReceiver& printf() const { return printf_; }
  /// Calls the application's notify function with this message on the callback thread, if there is
  /// a function.
  void report(std::string_view error, std::string_view more = {}) noexcept;
  Status addDestructorCallback(DestructorCallbacks<Context, cl_context>::Notify notify,
                               void* user) {
    return destructorCallbacks_.add(notify, user);
  }
  void onLastUse();

  SvmAllocations& svm() { return svm_; }
  ReleasedMemory& releasedMemory() { return releasedMemory_; }

  /// Called by the constructor and the destructor of a queue.
  void enter(Queue& queue);
  void leave(Queue& queue);
  /// The queues created by this process; null before the first one.
  LiveQueues* liveQueues() const { return liveQueues_.find(); }

 private:
  const HostMemoryUser memoryUser_;  // destroyed after `svm_`
  std::vector<Ref<Device>> devices_;
  std::vector<cl_context_properties> properties_;
  const cl_context_memory_initialize_khr initialized_;
  Notify notify_;
  void* user_;
  const PrintfReceiver printf_;
  SvmAllocations svm_;
  ReleasedMemory releasedMemory_;
  DestructorCallbacks<Context, cl_context> destructorCallbacks_;
  /// Per process, because a thread of the parent may create or release a queue while another one
  /// forks.
  PerProcessPart<LiveQueues> liveQueues_;
};

}  // namespace lanewise
