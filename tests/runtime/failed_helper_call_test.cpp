// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// oneTBB fails to start a thread for a helper. A program of its own, because the runtime does not
// use oneTBB afterwards.
#include "runtime/workers/onetbb.h"
#include "runtime/workers/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>
#include <thread>

namespace {
std::atomic<bool> arraysFail = false;
std::atomic<int> failures = 0;
}  // namespace

// oneTBB allocates an array for each thread that it starts.
void* operator new[](size_t sizeBytes) {
  if (arraysFail) {
    ++failures;
    throw std::bad_alloc();
  }
  void* block = std::malloc(sizeBytes ? sizeBytes : 1);
  if (!block) throw std::bad_alloc();
  return block;
}
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, size_t) noexcept { std::free(block); }

namespace lanewise {
namespace {

/// True if two threads run a loop of two ranges at the same time.
bool hasHelper(Workers& workers) {
  std::atomic<int> running = 0;
  workers.forEachRange(
      2, 1,
      [](void* user, uint64_t, uint64_t) {
        auto& count = *static_cast<std::atomic<int>*>(user);
        ++count;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (count < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        if (count < 2) count = -1;
      },
      &running);
  return running == 2;
}

// oneTBB kept the task, which then ran twice. Threads that it had not started were missing.
TEST(FailedHelperCall, LeavesHelpersForLaterLoops) {
  decideOnOneTbb(HelperChoice::OneTbb, 4);
  ASSERT_NE(oneTbb(), nullptr);
  Workers workers(4, nullptr, {}, Workers::Helpers::OneTbb);
  std::atomic<int> visited = 0;
  arraysFail = true;
  workers.forEachRange(
      100, 1, [](void* user, uint64_t, uint64_t) { ++*static_cast<std::atomic<int>*>(user); },
      &visited);
  arraysFail = false;
  EXPECT_EQ(visited, 100);
  if (failures == 0) GTEST_SKIP() << "this oneTBB allocates no array";
  for (int round = 0; round < 100; ++round) ASSERT_TRUE(hasHelper(workers)) << round;
}

}  // namespace
}  // namespace lanewise
