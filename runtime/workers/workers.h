// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over work-groups and parts of copies, on all cores of a device.
//
// HelperThreads or oneTBB provide helper threads; worker_loops.cpp distributes the chunks of loops.
// A loop is published in a list. Its owner and the helpers take chunks of it (loop_shares.h). The
// owner runs nothing else, and waits only for chunks that helpers have taken. If no helper comes,
// the owner runs all chunks. Helpers look for another loop for a short time before they sleep, so
// that consecutive launches need no wake-up. There are at most as many owners and helpers as the
// device has cores, except for application threads that each wait for a queue of their own.
//
// workers.cpp is the only file that includes oneTBB: one arena per device or sub-device, created at
// its first use.
#pragma once

#include "runtime/host/topology.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace lanewise {

class Workers {
 public:
  using Body = void (*)(void* user, uint64_t begin, uint64_t end);
  /// Where helpers come from. A thread of oneTBB that begins or starts another one without memory
  /// ends the process (docs/design/threads.md).
  enum class Helpers : uint8_t { Own, OneTbb };

  /// Before the first Workers with Helpers::OneTbb.
  ///
  /// Initializes oneTBB for the rest of the process: destructors of its static objects leave what
  /// is in use, so loops may run in exit handlers. If oneTBB
  /// fails within its initialization, later callers would hang there: it is never used then, and
  /// threads of the runtime are the helpers.
  /// \throws std::bad_alloc if memory for oneTBB is missing; the next call tries again
  static void prepare();

  /// Helpers run on the processors of `bound` only, if it is not null. `positions` decide which
  /// part of a loop a thread works on: the same one in each loop while it is on the same processor.
  explicit Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> bound = nullptr,
                   const ProcessorPositions& positions = {}, Helpers source = Helpers::Own);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  uint32_t threads() const { return threads_; }
  /// Runs body(user, begin, end) over disjoint ranges that cover [0, count), on this thread and the
  /// helpers, at most `grain` indices per call; returns when all are done. Sets the floating-point
  /// environment that kernels expect and restores the caller's. No range begins after `stops`, if
  /// there is one, has become true.
  void forEachRange(uint64_t count, uint64_t grain, Body body, void* user,
                    const std::atomic<bool>* stops = nullptr);
  /// True if a helper is looking for a loop, so that sharing one needs no wake-up.
  bool someAwake() const;

 private:
  struct Arena;
  struct Loop;
  struct Loops;
  Arena& arena();
  /// Runs Loops::helperMain on `count` helper threads. In a process that was forked from one that
  /// used TBB, not on threads of TBB.
  void callHelpers(Loops& loops, uint32_t count) noexcept;
  void callTbb(Loops& loops) noexcept;
  Loops& loops() const;

  const uint32_t threads_;
  const std::shared_ptr<const ProcessorSet> bound_;
  const Helpers source_;
  // Created by the first call of a helper. Release store, acquire load: a thread that sees it sees
  // its contents.
  std::atomic<Arena*> arena_{nullptr};
  // Replaced in a forked child; same pairing.
  mutable std::atomic<Loops*> loops_;
};

}  // namespace lanewise
