// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shares of loops: each chunk is taken once, threads keep to their part, and the number of
// transfers of cache lines does not grow with the number of chunks. docs/scaling.md has the table
// that LoopModel prints.
#include "runtime/workers/loop_shares.h"
#include "tests/runtime/counted_lines.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <queue>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

using test::CacheLines, test::CountedAtomic;

TEST(LoopShares, ThreadsTakeEachIndexOnce) {
  for (const uint32_t threads : {1, 2, 3, 64, 100, 256, 300})
    for (const uint64_t count : {1, 2, 63, 64, 65, 1000, 99999})
      for (const uint64_t grain : {1, 7, 100000}) {
        auto shares = std::make_unique<LoopShares>(count, grain, threads);
        std::vector<uint8_t> seen(count);
        std::vector<LoopPlace> own(threads);
        for (uint32_t thread = 0; thread < threads; ++thread)
          own[thread] = shares->claim(thread, threads);
        LoopRange taken;
        for (uint32_t thread = 0; shares->take(own[thread], taken);
             thread = (thread + 1) % threads) {
          ASSERT_LE(taken.end - taken.begin, grain);
          for (uint64_t index = taken.begin; index < taken.end; ++index) ++seen[index];
        }
        EXPECT_TRUE(shares->exhausted());
        for (const uint8_t times : seen)
          ASSERT_EQ(times, 1) << threads << " " << count << " " << grain;
      }
}

// The time of a chunk differs by a factor of 100, so that threads steal all the time.
TEST(LoopShares, ThreadsThatStealFromEachOtherTakeEachChunkOnce) {
  constexpr uint64_t kCount = 20'000;
  for (const uint32_t threads : {2, 16, 130}) {
    LoopShares shares(kCount, 1, threads);
    std::vector<std::atomic<int>> seen(kCount);
    std::vector<std::thread> running;
    running.reserve(threads);
    std::vector<LoopPlace> own(threads);
    for (uint32_t thread = 0; thread < threads; ++thread)
      own[thread] = shares.claim(thread, threads);
    for (uint32_t thread = 0; thread < threads; ++thread)
      running.emplace_back([&, place = own[thread]]() mutable {
        for (LoopRange taken; shares.take(place, taken);) {
          ++seen[taken.begin];
          for (volatile int spin = taken.begin < kCount / 16 ? 1000 : 10; spin > 0;
               spin = spin - 1) {
          }
        }
      });
    for (std::thread& thread : running) thread.join();
    for (const auto& times : seen) ASSERT_EQ(times, 1);
  }
}

TEST(LoopShares, TheLargestRangeDoesNotOverflow) {
  constexpr uint64_t kCount = ~uint64_t{0};
  LoopShares shares(kCount, 1000, 2);
  LoopPlace last = shares.claim(1, 2);
  LoopRange taken{};
  ASSERT_TRUE(shares.take(last, taken));
  EXPECT_EQ(taken.end, taken.begin + 1000);
  LoopShares two(kCount, kCount - 1, 2);
  LoopPlace second = two.claim(1, 2);
  ASSERT_TRUE(two.take(second, taken));
  EXPECT_EQ(taken.begin, kCount - 1);
  EXPECT_EQ(taken.end, kCount);
}

TEST(LoopShares, ProcessorsOfANodeHaveNeighbouringSharesInEveryLoop) {
  for (int loop = 0; loop < 3; ++loop) {
    LoopShares shares(8000, 10, 8);
    // They come in any order.
    for (const uint32_t position : {5u, 0u, 7u, 2u, 1u, 6u, 4u, 3u})
      EXPECT_EQ(shares.claim(position, 8).own, position);
  }
}

TEST(LoopShares, AThreadOnATakenPositionGetsTheNextFreeShare) {
  LoopShares shares(1000, 1, 4);
  EXPECT_EQ(shares.claim(1, 2).own, 2u);
  EXPECT_EQ(shares.claim(1, 2).own, 3u);
  EXPECT_EQ(shares.claim(1, 2).own, 0u) << "the second half is taken";
  EXPECT_EQ(shares.claim(1, 2).own, 1u);
  EXPECT_EQ(shares.claim(1, 2).own, 2u) << "more threads than shares";
}

TEST(LoopShares, AThreadWithoutChunksTakesThoseOfItsNeighbour) {
  LoopShares shares(100, 10, 5);
  LoopPlace own = shares.claim(1, 5);
  LoopRange taken;
  std::vector<uint64_t> begins;
  while (shares.take(own, taken)) begins.push_back(taken.begin);
  EXPECT_EQ(begins, (std::vector<uint64_t>{20, 30, 40, 50, 60, 70, 80, 90, 0, 10}));
}

TEST(LoopShares, NobodyStealsFromALoopThatWasStopped) {
  LoopShares shares(1000, 1, 3);
  LoopPlace own = shares.claim(0, 3);
  LoopRange taken;
  ASSERT_TRUE(shares.take(own, taken));
  shares.stop();
  EXPECT_TRUE(shares.exhausted());
  for (int chunk = 0; chunk < 1000 && shares.take(own, taken); ++chunk)
    EXPECT_LT(taken.begin, 334u);
}

/// All threads take chunks from one counter and write the kernel's cost after each chunk.
class OneCounter {
 public:
  OneCounter(uint64_t count, uint64_t grain, uint32_t) : count_(count), grain_(grain) {}
  LoopPlace claim(uint32_t, uint32_t) { return {}; }
  bool take(LoopPlace& place, LoopRange& taken) {
    if (place.current++ != 0) cost_.store(1, std::memory_order_relaxed);
    taken.begin = next_.fetch_add(grain_, std::memory_order_relaxed);
    taken.end = std::min(count_, taken.begin + grain_);
    return taken.begin < count_;
  }

 private:
  const uint64_t count_, grain_;
  alignas(kCacheLineBytes) CountedAtomic<uint64_t> next_{0};
  alignas(kCacheLineBytes) CountedAtomic<uint64_t> cost_{0};
};

struct Counts {
  uint64_t transfers = 0, mostOfALine = 0, nanoseconds = 0;
};

/// Simulates a loop: the thread whose chunk ends first takes the next one.
template <class Shares>
Counts simulate(uint32_t threads, uint64_t chunks,
                const std::function<uint64_t(uint64_t)>& nanosecondsOf) {
  CacheLines lines;
  test::cacheLines = &lines;
  const auto shares = std::make_unique<Shares>(chunks, 1, threads);
  struct Thread {
    uint64_t time;
    uint32_t number;
    LoopPlace place;
    bool operator<(const Thread& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  std::priority_queue<Thread> ready;
  for (uint32_t number = 0; number < threads; ++number)
    ready.push({0, number, shares->claim(number, threads)});
  Counts counts;
  while (!ready.empty()) {
    Thread thread = ready.top();
    ready.pop();
    lines.current = thread.number;
    lines.now = thread.time;
    LoopRange taken;
    const bool took = shares->take(thread.place, taken);
    thread.time = lines.now + (took ? nanosecondsOf(taken.begin) : 0);
    counts.nanoseconds = std::max(counts.nanoseconds, thread.time);
    if (took) ready.push(thread);
  }
  counts.transfers = lines.transfers;
  counts.mostOfALine = lines.mostOfALine();
  test::cacheLines = nullptr;
  return counts;
}

constexpr uint32_t kModelThreads[] = {2, 16, 64, 256};
constexpr uint64_t kChunksPerThread = 8, kChunkNanoseconds = 5'000;

struct Row {
  Counts before, after;
  uint64_t idealNanoseconds;
};

Row model(const char* name, uint32_t threads,
          const std::function<uint64_t(uint64_t, uint64_t)>& nanosecondsOf) {
  const uint64_t chunks = kChunksPerThread * threads;
  const auto of = [&](uint64_t chunk) { return nanosecondsOf(chunk, chunks); };
  uint64_t work = 0;
  for (uint64_t chunk = 0; chunk < chunks; ++chunk) work += of(chunk);
  Row row{simulate<OneCounter>(threads, chunks, of),
          simulate<BasicLoopShares<CountedAtomic>>(threads, chunks, of), work / threads};
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("| %s | %u | %llu | %llu | %llu | %llu | %.1f | %.1f | %.1f |\n", name, threads,
              number(row.before.transfers), number(row.after.transfers),
              number(row.before.mostOfALine), number(row.after.mostOfALine),
              double(row.idealNanoseconds) / 1000, double(row.before.nanoseconds) / 1000,
              double(row.after.nanoseconds) / 1000);
  return row;
}

TEST(LoopModel, ChunksOfEqualTimeCostAFewTransfersPerThread) {
  for (const uint32_t threads : kModelThreads) {
    const Row row = model("equal", threads, [](uint64_t, uint64_t) { return kChunkNanoseconds; });
    EXPECT_GT(row.before.transfers, 2 * kChunksPerThread * (threads - 1));
    EXPECT_LE(row.after.transfers, 3 * threads);
    EXPECT_LE(row.after.nanoseconds, row.idealNanoseconds + kChunkNanoseconds);
  }
}

TEST(LoopModel, AShareThatTakesLongerIsStolen) {
  for (const uint32_t threads : kModelThreads) {
    const auto slow = [](uint64_t chunk, uint64_t chunks) {
      return chunk < chunks / 4 ? 5 * kChunkNanoseconds : kChunkNanoseconds;
    };
    const Row row = model("a quarter takes 5 times as long", threads, slow);
    EXPECT_LE(row.after.nanoseconds, row.idealNanoseconds + 6 * kChunkNanoseconds);
    EXPECT_LT(row.after.transfers, row.before.transfers);
  }
}

TEST(LoopModel, ChunksThatGrowAreStolen) {
  for (const uint32_t threads : kModelThreads) {
    const auto triangle = [](uint64_t chunk, uint64_t chunks) {
      return 2 * kChunkNanoseconds * (chunk + 1) / chunks;
    };
    const Row row = model("the time grows from 0 to twice the mean", threads, triangle);
    EXPECT_LE(row.after.nanoseconds, row.before.nanoseconds);
    EXPECT_LE(row.after.nanoseconds, 2 * row.idealNanoseconds);
  }
}

}  // namespace
}  // namespace lanewise
