// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's own threads that help with the loops of one device (Workers). A thread is started
// when a helper is called and none is idle. Idle threads are kept, and end with their device.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/host/topology.h"
#include "runtime/workers/idle_thread.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace lanewise {

/// Held by its creator and by each of its threads.
class HelperThreads {
 public:
  using Body = void (*)(void* user);

  /// At most `kept` idle threads. They run on `processors` only, if it is not null.
  HelperThreads(Body body, uint32_t kept, std::shared_ptr<const ProcessorSet> processors);
  /// Runs body(user) on `count` threads. Returns on how many: less if too few are idle and the
  /// system starts no more.
  uint32_t call(void* user, uint32_t count) noexcept EXCLUDES(mutex_);
  /// By the creator: no more calls. Idle threads end.
  void close() EXCLUDES(mutex_);

 private:
  ~HelperThreads() = default;
  void drop();
  bool start(void* user) noexcept;
  void threadMain(void* user);
  void* nextCall() EXCLUDES(mutex_);

  const Body body_;
  const uint32_t kept_;
  const std::shared_ptr<const ProcessorSet> processors_;
  std::atomic<uint32_t> uses_{1};
  Mutex mutex_;
  IdleThread* idle_ GUARDED_BY(mutex_) = nullptr;
  uint32_t idleCount_ GUARDED_BY(mutex_) = 0;
  bool closed_ GUARDED_BY(mutex_) = false;
};

}  // namespace lanewise
