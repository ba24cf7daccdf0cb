// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the runtime. POSIX threads instead of std::thread: detached from the start, without
// exceptions, with a stack that is large enough for kernels.
#include "runtime/base/thread.h"

#include "threads/blocked_signals.h"

#include <algorithm>
#include <cfenv>

namespace lanewise {
namespace {

/// The private variables of kernels are on the stack. The system's default may be smaller, if the
/// application limits it.
constexpr size_t kLeastStackBytes = size_t{4} << 20;

void* threadMain(void* argument) {
  const std::unique_ptr<ThreadBody> body(static_cast<ThreadBody*>(argument));
  pthread_setname_np(pthread_self(), body->name);
  // A kernel that enqueues may start the thread, and has flushed subnormal numbers to zero.
  std::fesetenv(FE_DFL_ENV);
  body->run();
  return nullptr;
}

class ThreadAttributes {
 public:
  ThreadAttributes() {
    pthread_attr_init(&attributes_);
    pthread_attr_setdetachstate(&attributes_, PTHREAD_CREATE_DETACHED);
    size_t stackBytes = 0;
    pthread_attr_getstacksize(&attributes_, &stackBytes);
    pthread_attr_setstacksize(&attributes_, std::max(stackBytes, kLeastStackBytes));
  }
  ~ThreadAttributes() { pthread_attr_destroy(&attributes_); }
  ThreadAttributes(const ThreadAttributes&) = delete;
  ThreadAttributes& operator=(const ThreadAttributes&) = delete;
  const pthread_attr_t* get() const { return &attributes_; }

 private:
  pthread_attr_t attributes_;
};

}  // namespace

Status startThread(std::unique_ptr<ThreadBody> body) noexcept {
  if (!body) return CL_OUT_OF_HOST_MEMORY;
  const ThreadAttributes attributes;
  const BlockedSignals inherited;
  pthread_t thread;
  if (pthread_create(&thread, attributes.get(), threadMain, body.get()) != 0)
    return CL_OUT_OF_RESOURCES;
  (void)body.release();  // the thread deletes it
  return {};
}

}  // namespace lanewise
