// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kept thread waits for work: for QueueThreads and HelperThreads, whose lists of idle threads
// consist of these, under their locks.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/base/spin.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace lanewise {

/// An idle thread, on its stack.
struct IdleThread {
  enum : uint32_t { kPolls, kSleeps, kCalled };
  // How long an idle thread polls before it sleeps: about the cost of a wake-up.
  static constexpr uint64_t kSpinNanoseconds = 50'000;

  void* work = nullptr;  // written before call(); null: the thread ends
  IdleThread* next = nullptr;

  void wait(bool polls) {
    // Pairs with call().
    const auto called = [this] { return state_.load(std::memory_order_acquire) == kCalled; };
    if (polls && spinUntil(called, kSpinNanoseconds)) return;
    uint32_t seen = kPolls;
    if (!state_.compare_exchange_strong(seen, kSleeps, std::memory_order_acquire)) return;
    while (!called()) futexWait(state_, kSleeps);
  }
  /// The thread may be gone after the exchange: only the address is used then.
  void call() {
    if (state_.exchange(kCalled, std::memory_order_acq_rel) == kSleeps) futexWakeOne(state_);
  }

  /// All threads of the list end.
  static void endAll(IdleThread* first) {
    while (first) std::exchange(first, first->next)->call();
  }

 private:
  std::atomic<uint32_t> state_{kPolls};
};

}  // namespace lanewise
