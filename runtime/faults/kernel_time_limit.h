// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A time limit of one launch (LANEWISE_KERNEL_SECONDS). When it has passed, a thread of the runtime
// sends a signal to the threads that run chunks of the launch, and the handler of faults leaves the
// kernel as it does for a fault. Kernels need no code for it.
#pragma once

#include "runtime/faults/kernel_call.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace lanewise {

class KernelTimeLimit {
 public:
  /// Begins now. Without an effect if signals of kernels are not handled (LANEWISE_FAULTS), or if
  /// the thread cannot be started.
  explicit KernelTimeLimit(std::chrono::seconds limit);
  /// \pre All calls have returned.
  ~KernelTimeLimit();
  KernelTimeLimit(const KernelTimeLimit&) = delete;
  KernelTimeLimit& operator=(const KernelTimeLimit&) = delete;

  /// KernelCall::run() of a part of the launch. False if the kernel was left because of a fault or
  /// of the limit, or was not entered because the limit has passed.
  bool run(KernelCall& call, abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
           uint64_t first, uint64_t end);

  bool hasPassed() const { return passed_.load(std::memory_order_acquire); }

 private:
  friend struct KernelTimeLimits;
  struct Part;  // one call of run()

  const std::chrono::steady_clock::time_point end_;
  // Set under the mutex of KernelTimeLimits. The handler of a signal that was sent afterwards sees
  // it.
  std::atomic<bool> passed_{false};
  // Guarded by that mutex, too.
  bool isWatched_ = false;
  Part* parts_ = nullptr;
  KernelTimeLimit* next_ = nullptr;
};

}  // namespace lanewise
