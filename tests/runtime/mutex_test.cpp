// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutex: exclusion, and what ThreadSanitizer sees of it.
#include "runtime/base/mutex.h"
#include "tests/sanitizers.h"

#include <gtest/gtest.h>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

TEST(Mutex, OneThreadAtATimeHasIt) {
  Mutex mutex;
  unsigned count = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 20'000; ++i) {
          const Lock lock(mutex);
          ++count;
        }
      });
  }
  EXPECT_EQ(count, 80'000u);
}

TEST(Mutex, TryLockFailsWhileItIsLocked) {
  Mutex mutex;
  {
    const Lock lock(mutex);
    std::jthread([&] {
      const bool again = mutex.try_lock();
      EXPECT_FALSE(again);
      if (again) mutex.unlock();
    });
  }
  const bool acquired = mutex.try_lock();
  EXPECT_TRUE(acquired);
  if (acquired) mutex.unlock();
}

#if LW_THREAD_SANITIZER
void lockBoth(Mutex& first, Mutex& second) {
  const Lock outer(first);
  const Lock inner(second);
}

[[noreturn]] void lockInDifferentOrders() {
  Mutex a, b;
  lockBoth(a, b);
  lockBoth(b, a);
  std::exit(0);
}

// ThreadSanitizer saw atomic words and no locks.
TEST(MutexDeathTest, ThreadSanitizerReportsLocksInDifferentOrders) {
  EXPECT_EXIT(lockInDifferentOrders(), testing::ExitedWithCode(66), "lock-order-inversion");
}

[[noreturn]] void lockANewMutexAtTheSameAddress() {
  Mutex a, b;
  lockBoth(a, b);
  new (&a) Mutex;
  lockBoth(b, a);
  std::exit(0);
}

TEST(MutexDeathTest, ANewMutexHasNoOrderFromAnEarlierOneAtItsAddress) {
  EXPECT_EXIT(lockANewMutexAtTheSameAddress(), testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace lanewise
