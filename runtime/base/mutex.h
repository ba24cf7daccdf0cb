// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutex and Lock with Clang's thread-safety attributes, so that which lock guards which member is
// checked by the compiler. The lock order is in ARCHITECTURE.md.
#pragma once

#include <condition_variable>
#include <mutex>

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
  void lock() ACQUIRE() { mutex_.lock(); }
  void unlock() RELEASE() { mutex_.unlock(); }
  bool try_lock() TRY_ACQUIRE(true) { return mutex_.try_lock(); }

 private:
  std::mutex mutex_;
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
