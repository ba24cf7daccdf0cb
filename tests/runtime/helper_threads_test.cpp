// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's own threads that help with loops: kept, bounded, and not needed. A program of its
// own, because it replaces pthread_create.
#include "runtime/workers/workers.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

namespace {
std::atomic<int> startsLeft = 1'000'000, started = 0;
}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*body)(void*), void* argument) noexcept {
  if (startsLeft.fetch_sub(1) <= 0) return EAGAIN;
  ++started;
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, body, argument);
}

namespace lanewise {
namespace {

/// A loop of `count` ranges which all wait until `together` of them run at the same time. False if
/// they wait for 60 seconds.
bool run(Workers& workers, uint32_t count, uint32_t together) {
  struct State {
    uint32_t together;
    std::atomic<uint32_t> arrived = 0, visited = 0;
    const std::chrono::steady_clock::time_point end =
        std::chrono::steady_clock::now() + std::chrono::seconds(60);
  } state{together};
  workers.forEachRange(
      count, 1,
      [](void* user, uint64_t, uint64_t) {
        auto& s = *static_cast<State*>(user);
        ++s.arrived;
        while (s.arrived < s.together && std::chrono::steady_clock::now() < s.end)
          std::this_thread::yield();
        ++s.visited;
      },
      &state);
  EXPECT_EQ(state.visited, count);
  return std::chrono::steady_clock::now() < state.end;
}

size_t threadCount() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/task"))
    ++count;
  return count;
}

TEST(HelperThreads, AreKeptForLaterLoops) {
  constexpr uint32_t kThreads = 4, kLoops = 200;
  Workers workers(kThreads);
  const int before = started;
  for (uint32_t loop = 0; loop < kLoops; ++loop) ASSERT_TRUE(run(workers, kThreads, kThreads));
  // One that is about to sleep is not found: another one is started.
  EXPECT_LT(started - before, 100);
}

TEST(HelperThreads, EndWithTheirDevice) {
  const size_t before = threadCount();
  {
    Workers workers(8);
    EXPECT_TRUE(run(workers, 8, 8));
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (threadCount() > before && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_LE(threadCount(), before);
}

// As in a container with a limit of threads: oneTBB ended the process.
TEST(HelperThreads, ALoopEndsIfTheSystemStartsOnlySome) {
  constexpr uint32_t kThreads = 16;
  for (const int most : {0, 1, 5, 12}) {
    Workers workers(kThreads);
    startsLeft = most;
    EXPECT_TRUE(run(workers, 4 * kThreads, 1)) << most;
    startsLeft = 1'000'000;
    for (int loop = 0; loop < 5; ++loop) EXPECT_TRUE(run(workers, kThreads, kThreads)) << most;
  }
}

}  // namespace
}  // namespace lanewise
