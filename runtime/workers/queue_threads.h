// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that run the queued commands of one device. They belong to the runtime alone: the
// tasks of an application that uses oneTBB cannot keep them busy. A thread is started when a task
// is posted and none is idle. At most as many tasks run at a time as the device has cores, and one
// more for each thread that is in code of the application (ForeignCode).
//
// Idle threads are kept, one per core. They end with their device.
#pragma once

#include "runtime/host/topology.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace lanewise {

/// What a queue thread runs once each time it is posted. It belongs to whoever posts it, so that
/// posting allocates nothing.
struct QueueTask {
  void (*run)(QueueTask& self) = nullptr;
  QueueTask* next = nullptr;  // while it waits for a thread
};

class QueueThreads {
 public:
  struct Pool;  // in queue_threads.cpp

  /// `cores` threads, which run on `processors` only.
  QueueThreads(uint32_t cores, std::shared_ptr<const ProcessorSet> processors);
  /// \pre No task is posted.
  ~QueueThreads();
  QueueThreads(const QueueThreads&) = delete;
  QueueThreads& operator=(const QueueThreads&) = delete;

  /// Runs `task` on a queue thread, after those that were posted before; on this thread if none can
  /// be started, perhaps with others that have no thread either. `task` is used until it runs.
  void post(QueueTask& task) noexcept;
  /// Runs `task` as post() does, but not on this thread. False if no thread can be started: it is
  /// not used then, and the caller has to post() one as soon as it may run tasks, since others may
  /// have counted on that thread.
  bool postToOthers(QueueTask& task) noexcept;
  /// A thread runs a task, and is not in code of the application. It may have ended since.
  bool runsTasks() const noexcept;

  /// The calling thread is in code of the application, which may wait for other commands. If it is
  /// a queue thread, another one may run in its place.
  class ForeignCode {
   public:
    ForeignCode();
    ~ForeignCode();
    ForeignCode(const ForeignCode&) = delete;
    ForeignCode& operator=(const ForeignCode&) = delete;

   private:
    Pool* const pool_;  // null if it is no queue thread, or in such code already
  };

 private:
  /// Null in a forked child without memory.
  Pool* pool() noexcept;

  const uint32_t cores_;
  const std::shared_ptr<const ProcessorSet> processors_;
  // Replaced in a forked child, which has none of the threads. Release store, acquire load.
  std::atomic<Pool*> pool_;
};

}  // namespace lanewise
