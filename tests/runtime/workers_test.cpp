// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops on the threads of a device: they cover their range once, threads are bounded, the
// floating-point environment is the kernels' inside and the caller's outside.
#include "runtime/workers/workers.h"
#include "runtime/host/topology.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

TEST(Workers, ALoopCoversItsRangeOnceInPiecesOfAtMostTheGrain) {
  Workers workers(4);
  for (uint64_t count : {0, 1, 7, 1000, 12345}) {
    for (uint64_t grain : {0, 1, 3, 100000}) {
      std::vector<std::atomic<int>> seen(count);
      struct State {
        std::vector<std::atomic<int>>& seen;
        uint64_t grain;
        std::atomic<int> tooLong = 0;
      } state{seen, std::max<uint64_t>(grain, 1)};
      workers.forEachRange(
          count, grain,
          [](void* user, uint64_t begin, uint64_t end) {
            auto& s = *static_cast<State*>(user);
            s.tooLong += end - begin > s.grain;
            for (uint64_t i = begin; i < end; ++i) ++s.seen[i];
          },
          &state);
      EXPECT_EQ(state.tooLong, 0);
      for (const auto& times : seen) ASSERT_EQ(times, 1);
    }
  }
}

// Each of the other ranges was taken from the counter.
TEST(Workers, ALoopThatIsStoppedDoesNotVisitTheRest) {
  Workers workers(4);
  struct State {
    std::atomic<bool> stops = false;
    std::atomic<int> calls = 0;
  } state;
  workers.forEachRange(
      std::numeric_limits<uint64_t>::max() / 2, 1,
      [](void* user, uint64_t, uint64_t) {
        auto& s = *static_cast<State*>(user);
        if (++s.calls == 1000) s.stops = true;
      },
      &state, &state.stops);
  EXPECT_GE(state.calls, 1000);
  EXPECT_LE(state.calls, 1003);
}

TEST(Workers, NoMoreThreadsRunALoopThanTheDeviceHas) {
  constexpr uint32_t kThreads = 2;
  Workers workers(kThreads);
  struct State {
    std::atomic<int> now = 0, most = 0;
  } state;
  for (int round = 0; round < 50; ++round)
    workers.forEachRange(
        64, 1,
        [](void* user, uint64_t, uint64_t) {
          auto& s = *static_cast<State*>(user);
          const int now = ++s.now;
          for (int most = s.most; now > most && !s.most.compare_exchange_weak(most, now);) {
          }
          std::this_thread::yield();
          --s.now;
        },
        &state);
  EXPECT_LE(state.most, static_cast<int>(kThreads));
}

// A thread calls only some of the others.
TEST(Workers, AllThreadsJoinALoop) {
  constexpr uint32_t kThreads = 60;
  Workers workers(kThreads);
  struct State {
    std::atomic<uint32_t> arrived = 0;
    const std::chrono::steady_clock::time_point end =
        std::chrono::steady_clock::now() + std::chrono::seconds(60);
  } state;
  workers.forEachRange(
      kThreads, 1,
      [](void* user, uint64_t, uint64_t) {
        auto& s = *static_cast<State*>(user);
        ++s.arrived;
        while (s.arrived < kThreads && std::chrono::steady_clock::now() < s.end)
          std::this_thread::yield();
      },
      &state);
  EXPECT_LT(std::chrono::steady_clock::now(), state.end);
}

// Many more threads than processors, chunks of very different length, and loops one after another.
TEST(Workers, ManyThreadsRunEachChunkOnce) {
  for (const uint32_t threads : {64, 256}) {
    Workers workers(threads);
    for (int round = 0; round < 10; ++round) {
      std::vector<std::atomic<int>> seen(4000);
      workers.forEachRange(
          seen.size(), 3,
          [](void* user, uint64_t begin, uint64_t end) {
            auto& counts = *static_cast<std::vector<std::atomic<int>>*>(user);
            for (uint64_t index = begin; index < end; ++index) ++counts[index];
            if (begin % 64 == 0) std::this_thread::yield();
          },
          &seen);
      for (const auto& times : seen) ASSERT_EQ(times, 1);
    }
  }
}

// A thread that waits in its first chunk leaves the rest of its share to the other one.
TEST(Workers, TheShareOfAThreadThatIsBusyIsStolen) {
  Workers workers(2);
  struct State {
    std::atomic<uint32_t> done = 0;
    std::atomic<bool> waits = false;
    const std::chrono::steady_clock::time_point end =
        std::chrono::steady_clock::now() + std::chrono::seconds(60);
  } state;
  workers.forEachRange(
      1000, 1,
      [](void* user, uint64_t, uint64_t) {
        auto& s = *static_cast<State*>(user);
        if (!s.waits.exchange(true))
          while (s.done < 999 && std::chrono::steady_clock::now() < s.end)
            std::this_thread::yield();
        ++s.done;
      },
      &state);
  EXPECT_EQ(state.done, 1000u);
  EXPECT_LT(std::chrono::steady_clock::now(), state.end);
}

TEST(Workers, ThreadsShareLoopsFromSeveralOwners) {
  auto workers = std::make_unique<Workers>(2);
  std::atomic<uint64_t> total = 0;
  std::vector<std::thread> owners;
  for (int t = 0; t < 3; ++t)
    owners.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        workers->forEachRange(
            100, 7,
            [](void* user, uint64_t begin, uint64_t end) {
              *static_cast<std::atomic<uint64_t>*>(user) += end - begin;
            },
            &total);
    });
  for (std::thread& owner : owners) owner.join();
  workers.reset();
  EXPECT_EQ(total, 3u * 200 * 100);
}

float third() {
  volatile float one = 1, three = 3;
  return one / three;
}

TEST(KernelFpEnvironment, RoundsToNearestInsideAndRestoresTheCallersRounding) {
  const float nearest = third();
  std::fesetround(FE_DOWNWARD);
  const float downward = third();
  float inside;
  {
    const KernelFpEnvironment environment;
    inside = third();
  }
  const float outside = third();
  std::fesetround(FE_TONEAREST);
  ASSERT_NE(nearest, downward);
  EXPECT_EQ(inside, nearest);
  EXPECT_EQ(outside, downward);
}

float halfOfTheLeast() {
  volatile float least = std::numeric_limits<float>::min(), half = 0.5f;
  return least * half;
}

TEST(KernelFpEnvironment, FlushesDenormalsInsideOnly) {
  {
    const KernelFpEnvironment flushing(true);
    EXPECT_EQ(halfOfTheLeast(), 0);
    {
      const KernelFpEnvironment keeping;
      EXPECT_NE(halfOfTheLeast(), 0);
    }
    EXPECT_EQ(halfOfTheLeast(), 0);
  }
  EXPECT_NE(halfOfTheLeast(), 0);
}

TEST(KernelFpEnvironment, RestoresTheCallersExceptionFlags) {
  std::feclearexcept(FE_ALL_EXCEPT);
  {
    const KernelFpEnvironment environment;
    volatile float zero = 0, one = 1;
    volatile float infinite = one / zero;
    (void)infinite;
  }
  EXPECT_EQ(std::fetestexcept(FE_DIVBYZERO), 0);
}

TEST(Workers, BoundOnesRunLoopsOnTheirProcessorsOnly) {
  const std::vector<Processor> all = probeProcessors();
  ASSERT_FALSE(all.empty());
  const Processor last = all.back();
  const ProcessorSet bound(std::span(&last, 1));
  struct State {
    Workers workers;
    int allowed;
    std::atomic<int> wrong = 0, pieces = 0;
  } state{Workers(4, std::make_shared<const ProcessorSet>(bound)), last.number};
  // As a queue thread of the same device.
  const BoundThread owner(&bound);
  for (int time = 0; time < 20; ++time)
    state.workers.forEachRange(
        200, 1,
        [](void* user, uint64_t, uint64_t) {
          auto& seen = *static_cast<State*>(user);
          seen.wrong += sched_getcpu() != seen.allowed;
          ++seen.pieces;
        },
        &state);
  EXPECT_EQ(state.pieces, 4000);
  EXPECT_EQ(state.wrong, 0);
}

TEST(ThreadBlocks, AreAlignedSeparateAndKeptUntilTheyMustGrow) {
  const abi::Worker first = threadBlocks(1000, 2000);
  ASSERT_TRUE(first.localMemory && first.spillArea);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first.localMemory) % abi::kMostVariableAlignment, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first.spillArea) % abi::kBlockAlignment, 0u);
  std::memset(static_cast<std::byte*>(first.localMemory) - abi::kLocalMarginBytes, 1,
              1000 + 2 * abi::kLocalMarginBytes);
  std::memset(first.spillArea, 2, 2000);
  EXPECT_EQ(static_cast<const char*>(first.localMemory)[999 + abi::kLocalMarginBytes], 1);
  EXPECT_EQ(threadBlocks(1000, 2000).localMemory, first.localMemory);
  const abi::Worker bigger = threadBlocks(1 << 20, 1 << 20);
  ASSERT_TRUE(bigger.localMemory && bigger.spillArea);
  std::memset(bigger.localMemory, 1, 1 << 20);
  std::memset(bigger.spillArea, 2, 1 << 20);
}

TEST(ThreadBlocks, AreBounded) {
  EXPECT_EQ(threadBlocks(kMaxThreadBlockBytes, kMaxThreadBlockBytes).localMemory, nullptr);
  EXPECT_EQ(threadBlocks(0, ~uint64_t{0}).localMemory, nullptr);
  EXPECT_NE(threadBlocks(0, 0).localMemory, nullptr);
}

}  // namespace
}  // namespace lanewise
