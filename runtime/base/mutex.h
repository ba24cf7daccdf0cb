// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutex and Lock with Clang's thread-safety attributes, so that which lock guards which member is
// checked by the compiler. The lock order is in ARCHITECTURE.md.
//
// A launch takes a few locks that are nearly always free, so taking a free one is inline: 4 bytes
// and two atomic instructions, where std::mutex costs 60 instructions in calls. Annotations
// let ThreadSanitizer report locks that are acquired in different orders.
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

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define LW_ANNOTATE_LOCKS 1
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(LANEWISE_THREAD_SANITIZER)
#define LW_ANNOTATE_LOCKS 1
#endif
#ifdef LW_ANNOTATE_LOCKS
#include <sanitizer/tsan_interface.h>

#include <type_traits>
#define LW_LOCK_EVENT(call) call
#else
#define LW_LOCK_EVENT(call)
#endif

namespace lanewise {

class CAPABILITY("mutex") Mutex {
 public:
#ifdef LW_ANNOTATE_LOCKS
  // There may have been another mutex at this address: memory of objects is reused. That is
  // forgotten here and not in a destructor, because there are none at exit.
  constexpr Mutex() {
    if (std::is_constant_evaluated()) return;
    __tsan_mutex_destroy(this, 0);
    __tsan_mutex_create(this, 0);
  }
#endif
  void lock() ACQUIRE() {
    LW_LOCK_EVENT(__tsan_mutex_pre_lock(this, 0));
    if (!acquire()) [[unlikely]]
      acquireContended();
    LW_LOCK_EVENT(__tsan_mutex_post_lock(this, 0, 0));
  }
  void unlock() RELEASE() {
    LW_LOCK_EVENT(__tsan_mutex_pre_unlock(this, 0));
    // Only the address is used after the exchange: the next owner may free the mutex.
    if (state_.exchange(kFree, std::memory_order_release) == kContended) [[unlikely]]
      futexWakeOne(state_);
    LW_LOCK_EVENT(__tsan_mutex_post_unlock(this, 0));
  }
  bool try_lock() TRY_ACQUIRE(true) {
    LW_LOCK_EVENT(__tsan_mutex_pre_lock(this, __tsan_mutex_try_lock));
    const bool acquired = acquire();
    LW_LOCK_EVENT(__tsan_mutex_post_lock(
        this, acquired ? __tsan_mutex_try_lock : __tsan_mutex_try_lock_failed, 0));
    return acquired;
  }

 private:
  // Contended: locked, and threads may be asleep.
  static constexpr uint32_t kFree = 0, kLocked = 1, kContended = 2;

  bool acquire() {
    uint32_t seen = kFree;
    // Pairs with the exchange of unlock().
    return state_.compare_exchange_strong(seen, kLocked, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void acquireContended() {
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
