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
// onetbb.h decides between HelperThreads and oneTBB, which has one arena per device or sub-device,
// created at its first use.
#pragma once

#include "runtime/host/topology.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace lanewise {

struct OneTbbCalls;

class Workers {
 public:
  using Body = void (*)(void* user, uint64_t begin, uint64_t end);
  /// Where helpers come from: always from the runtime, or from oneTBB where that is in use
  /// (onetbb.h). Its threads serve every arena of the process. So they are bound to the processors
  /// of a sub-device while they help it.
  enum class Helpers : uint8_t { Own, OneTbb, BoundOneTbb };

  /// Helpers of the runtime run on `processors` only, if it is not null. `positions` decide which
  /// part of a loop a thread works on: the same one in each loop while it is on the same processor.
  explicit Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> processors = nullptr,
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
  struct Loop;
  struct Loops;
  /// How many may help at the same time.
  uint32_t mostHelpers() const;
  void* arena(const OneTbbCalls& oneTbb) noexcept;
  /// Runs Loops::helperMain on `count` helper threads.
  void callHelpers(Loops& loops, uint32_t count) noexcept;
  bool callOneTbb(const OneTbbCalls& oneTbb, Loops& loops) noexcept;
  template <bool kBound>
  static void oneTbbMain(void* user);
  Loops& loops() const;

  const uint32_t threads_;
  const Helpers source_;
  const uint32_t oneTbbHelpers_;
  // Created by the first call of a helper. Release store, acquire load: a thread that sees it sees
  // its contents.
  std::atomic<void*> arena_{nullptr};
  // Replaced in a forked child; same pairing.
  mutable std::atomic<Loops*> loops_;
};

}  // namespace lanewise
