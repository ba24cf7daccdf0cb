// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device. workers.cpp is the only file that includes oneTBB: one arena per device
// or sub-device, made at the first use, with as many threads as the device has cores.
//
// TBB lends the threads; who runs which chunk of a loop is decided in worker_loops.cpp. A loop is
// published in a list, its owner and the crew take chunks of it from a counter, and the owner waits
// only for chunks that were taken: it never runs anything else meanwhile. Crew members look for
// loops for a short while before they return to TBB, so that one launch after the other wakes
// nobody. Owners and crew together are no more than the device has cores, but for application
// threads that each wait for a queue of their own.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace lanewise {

class ProcessorSet;

class Workers {
 public:
  using Task = void (*)(void* user);
  using Body = void (*)(void* user, uint64_t begin, uint64_t end);

  /// Lets oneTBB do what it does once. Without memory there, all who come later would wait for
  /// ever: it is asked when the device is made, not in a call that has to tell that memory is out.
  static void prepare();

  /// Tasks run bound to the processors of `bound`, if there is one.
  explicit Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> bound = nullptr);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  uint32_t threads() const { return threads_; }
  /// Runs `task(user)` on some thread of the pool, later; on this one if no thread can be had. In a
  /// process forked from one that had a pool, on a thread of its own.
  void post(Task task, void* user) noexcept;
  /// Runs body(user, begin, end) over disjoint ranges that cover [0, count), on this thread and the
  /// pool's, at most `grain` indices a call; returns when all are done. Sets the floating-point
  /// environment that kernels expect and restores the caller's.
  void forEachRange(uint64_t count, uint64_t grain, Body body, void* user);
  /// Is a thread of the pool looking for a loop just now, so that sharing costs next to nothing?
  bool someAwake() const;

 private:
  struct Arena;
  struct Loop;
  struct Loops;
  Arena* arena();
  Loops& loops() const;

  const uint32_t threads_;
  const std::shared_ptr<const ProcessorSet> bound_;
  // Made at the first post. Release store, acquire load: whoever sees it sees it made.
  std::atomic<Arena*> arena_{nullptr};
  // Replaced in a forked child; same pairing.
  mutable std::atomic<Loops*> loops_;
};

}  // namespace lanewise
