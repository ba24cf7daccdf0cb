// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that the runtime starts, and its claims on a thread of the application during a call.
#pragma once

#include "runtime/base/status.h"

#include <pthread.h>
#include <memory>
#include <new>
#include <utility>

namespace lanewise {

/// What a thread runs, once.
struct ThreadBody {
  explicit ThreadBody(const char* threadName) : name(threadName) {}
  virtual ~ThreadBody() = default;
  virtual void run() = 0;
  const char* const name;
};
Status startThread(std::unique_ptr<ThreadBody> body) noexcept;

/// Starts a detached thread that calls `run` with blocked signals (BlockedSignals). `name` has at
/// most 15 characters. CL_OUT_OF_RESOURCES if the system refuses, CL_OUT_OF_HOST_MEMORY.
template <class Run>
Status startThread(const char* name, Run run) noexcept {
  struct Body : ThreadBody {
    Body(const char* threadName, Run&& function)
        : ThreadBody(threadName), function_(std::move(function)) {}
    void run() override { function_(); }
    Run function_;
  };
  return startThread(std::unique_ptr<ThreadBody>(new (std::nothrow) Body(name, std::move(run))));
}

/// Defers the cancellation of the calling thread (pthread_cancel): other threads use what is on its
/// stack, and locks and lists would stay as they are.
class DeferredCancellation {
 public:
  DeferredCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~DeferredCancellation() { pthread_setcancelstate(before_, nullptr); }
  DeferredCancellation(const DeferredCancellation&) = delete;
  DeferredCancellation& operator=(const DeferredCancellation&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace lanewise
