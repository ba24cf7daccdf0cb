// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutex and Lock with Clang's thread-safety attributes, so that which lock guards which member is
// checked by the compiler. The lock order is in ARCHITECTURE.md.
//
// A launch takes a few locks that are nearly always free, so taking a free one is inline: 4 bytes
// and two atomic instructions, where std::mutex costs 60 instructions in calls.
#pragma once

#include "runtime/base/futex.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>

#if defined(__clang__)
#define LW_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define LW_THREAD_ATTRIBUTE(x)
#endif

#define CAPABILITY(x) LW_THREAD_ATTRIBUTE(capability(x))
#define SCOPED_CAPABILITY LW_THREAD_ATTRIBUTE(scoped_lockable)
#define GUARDED_BY(x) LW_THREAD_ATTRIBUTE(guarded_by(x))
#define REQUIRES(...) LW_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) LW_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define ACQUIRE(...) LW_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define RELEASE(...) LW_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define TRY_ACQUIRE(...) LW_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define NO_THREAD_SAFETY_ANALYSIS LW_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace lanewise {

class CAPABILITY("mutex") Mutex {
 public:
  void lock() ACQUIRE() {
    if (!try_lock()) [[unlikely]]
      lockContended();
  }
  void unlock() RELEASE() {
    // Only the address is used after the exchange: the next owner may free the mutex.
    if (state_.exchange(kFree, std::memory_order_release) == kContended) [[unlikely]]
      futexWakeOne(state_);
  }
  bool try_lock() TRY_ACQUIRE(true) {
    uint32_t seen = kFree;
    // Pairs with the exchange of unlock().
    return state_.compare_exchange_strong(seen, kLocked, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }

 private:
  // Contended: locked, and threads may be asleep.
  static constexpr uint32_t kFree = 0, kLocked = 1, kContended = 2;

  void lockContended() {
    while (state_.exchange(kContended, std::memory_order_acquire) != kFree)
      futexWait(state_, kContended);
  }

  std::atomic<uint32_t> state_{kFree};
};

class SCOPED_CAPABILITY Lock {
 public:
  explicit Lock(Mutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Lock() RELEASE() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

/// Waits with a Mutex: `condition.wait(mutex_, [&] { ... })` inside a Lock of that mutex.
using Condition = std::condition_variable_any;

}  // namespace lanewise
