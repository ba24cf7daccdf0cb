// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches: every group runs once, with the right launch record, enough memory and the
// floating-point environment of kernels; launches that are too large fail.
#include "launch_fixture.h"
#include "runtime/launch/run_alone.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <cstring>
#include <future>
#include <ostream>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

using Launch = LaunchFixture;

struct Seen {
  abi::Launch launch{};
  std::vector<std::atomic<int>> groups;
  std::atomic<int> misaligned = 0;
  explicit Seen(size_t count) : groups(count) {}
};

void record(const abi::Launch* launch, const abi::Worker* worker, uint64_t first, uint64_t end,
            uint64_t y, uint64_t z) {
  Seen& seen = **static_cast<Seen* const*>(launch->arguments);
  if (first == 0 && y == 0 && z == 0 && launch->workDim == 3) seen.launch = *launch;
  for (const void* block : {worker->localMemory, worker->spillArea})
    seen.misaligned += reinterpret_cast<uintptr_t>(block) % abi::kBlockAlignment != 0;
  const uint64_t row = launch->numGroups[0] * (y + launch->numGroups[1] * z);
  EXPECT_LT(first, end);
  EXPECT_LE(end, launch->numGroups[0]);
  for (uint64_t group = first; group < end; ++group) ++seen.groups.at(row + group);
}

TEST_F(Launch, RunsEveryGroupOnce) {
  Queue& queue = makeQueue(kInOrder);
  for (uint64_t groups : {1, 2, 3, 1000, 100'000}) {
    auto fake = makeKernel(record, oneValue());
    Seen seen(groups);
    point(*fake, &seen);
    // Several times, because the measured cost changes the division into chunks.
    for (int round = 1; round <= 4; ++round) {
      NdRange range{.globalSize = {groups * 8, 1, 1}, .localSize = {8, 1, 1}};
      ASSERT_TRUE(launch(queue, *fake, range, true).ok());
      for (const auto& times : seen.groups) ASSERT_EQ(times, round);
    }
    EXPECT_EQ(seen.misaligned, 0);
  }
}

void spin(const abi::Launch* launch, const abi::Worker* worker, uint64_t first, uint64_t end,
          uint64_t y, uint64_t z) {
  const auto stop =
      std::chrono::steady_clock::now() + (end - first) * std::chrono::microseconds(50);
  while (std::chrono::steady_clock::now() < stop) {
  }
  record(launch, worker, first, end, y, z);
}

TEST_F(Launch, AnExpensiveKernelRunsEveryGroupOnce) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(spin, oneValue());
  Seen seen(200);
  point(*fake, &seen);
  for (int round = 1; round <= 2; ++round) {
    NdRange range{.globalSize = {200, 1, 1}, .localSize = {1, 1, 1}};
    ASSERT_TRUE(launch(queue, *fake, range, true).ok());
    for (const auto& times : seen.groups) ASSERT_EQ(times, round);
  }
}

TEST_F(Launch, TellsTheKernelItsRange) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(record, oneValue());
  Seen seen(4 * 3 * 2);
  point(*fake, &seen);
  NdRange range{3, {5, 6, 7}, {25, 21, 10}, {7, 8, 6}};
  ASSERT_TRUE(launch(queue, *fake, range, true).ok());
  const uint64_t groups[] = {4, 3, 2};
  EXPECT_EQ(seen.launch.workDim, 3u);
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(seen.launch.globalOffset[d], range.globalOffset[d]);
    EXPECT_EQ(seen.launch.globalSize[d], range.globalSize[d]);
    EXPECT_EQ(seen.launch.localSize[d], range.localSize[d]);
    EXPECT_EQ(seen.launch.numGroups[d], groups[d]);
  }
  for (const auto& times : seen.groups) EXPECT_EQ(times, 1);
}

TEST_F(Launch, WithoutWorkItemsRunsNothingAndCompletes) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(record, oneValue());
  Seen seen(1);
  point(*fake, &seen);
  NdRange range{.globalSize = {0, 1, 1}};
  EXPECT_TRUE(launch(queue, *fake, range, true).ok());
  EXPECT_EQ(seen.groups[0], 0);
}

TEST_F(Launch, ArgumentsAreFrozenWhenItIsMade) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(record, oneValue());
  Seen first(1), second(1);
  point(*fake, &first);
  ASSERT_TRUE(launch(queue, *fake, {.localSize = {1, 1, 1}}).ok());
  point(*fake, &second);
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(first.groups[0], 1);
  EXPECT_EQ(second.groups[0], 0);
}

void touchBlocks(const abi::Launch* launch, const abi::Worker* worker, uint64_t, uint64_t, uint64_t,
                 uint64_t) {
  auto* sizes = *static_cast<uint64_t* const*>(launch->arguments);
  std::memset(worker->localMemory, 1, sizes[0]);
  std::memset(worker->spillArea, 2, sizes[1]);
  sizes[2] = static_cast<unsigned char*>(worker->localMemory)[sizes[0] - 1];
}

TEST_F(Launch, LendsLocalMemoryAndASpillAreaOfTheSizeThatTheKernelNeeds) {
  Queue& queue = makeQueue(kInOrder);
  KernelMetadata metadata = oneValue();
  metadata.localBytes = 100'000;
  metadata.spillFixedBytes = 1000;
  metadata.spillVectorBytes = 500;
  auto fake = makeKernel(touchBlocks, metadata);
  uint64_t sizes[] = {100'000, 1000 + 500 * 64, 0};
  point(*fake, sizes);
  ASSERT_TRUE(launch(queue, *fake, {.globalSize = {64, 1, 1}, .localSize = {64, 1, 1}}, true).ok());
  EXPECT_EQ(sizes[2], 1u);
}

TEST_F(Launch, WithAnArgumentThatIsNotSetIsRefused) {
  auto fake = makeKernel(record, oneValue());
  EXPECT_EQ(launch(makeQueue(kInOrder), *fake, {}).code, CL_INVALID_KERNEL_ARGS);
}

TEST_F(Launch, WithTooMuchLocalMemoryIsRefused) {
  KernelMetadata metadata;
  metadata.localBytes = Device::kLocalMemoryBytes + 1;
  auto fake = makeKernel(record, metadata);
  EXPECT_EQ(launch(makeQueue(kInOrder), *fake, {}).code, CL_OUT_OF_RESOURCES);
}

// The message was about barriers.
TEST_F(Launch, PrivateVariablesThatAreTooLargeAreNamed) {
  KernelMetadata metadata;
  metadata.spillFixedBytes = 400'000'000;
  auto fake = makeKernel(record, metadata);
  const Status status = launch(makeQueue(kInOrder), *fake, {});
  EXPECT_EQ(status.code, CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(status.message().starts_with("private variables of kernel ")) << status.message();
  EXPECT_TRUE(status.message().contains("need 400000000 bytes, more than ")) << status.message();
}

TEST_F(Launch, WithTooLargeASpillAreaIsRejected) {
  KernelMetadata metadata;
  metadata.spillVectorBytes = kMaxThreadBlockBytes / 16;
  auto fake = makeKernel(record, metadata);
  const NdRange range{.globalSize = {64, 1, 1}, .localSize = {64, 1, 1}};
  EXPECT_EQ(launch(makeQueue(kInOrder), *fake, range).code, CL_OUT_OF_RESOURCES);
}

TEST_F(Launch, WithMoreGroupsThanCanBeCountedIsRefused) {
  auto fake = makeKernel(record);
  const uint64_t many = uint64_t{1} << 40;
  const NdRange range{3, {}, {many, many, 1}, {1, 1, 1}};
  EXPECT_EQ(launch(makeQueue(kInOrder), *fake, range).code, CL_OUT_OF_RESOURCES);
}

float aThird() {
  volatile float one = 1, three = 3;
  return one / three;
}

struct Third {
  float value = 0;
  std::thread::id thread;
};

void divide(const abi::Launch* launch, const abi::Worker*, uint64_t, uint64_t, uint64_t, uint64_t) {
  **static_cast<Third* const*>(launch->arguments) = {aThird(), std::this_thread::get_id()};
}

TEST_F(Launch, RunsInTheKernelsFloatingPointEnvironmentOnTheThreadThatWaits) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(divide, oneValue());
  Third third;
  point(*fake, &third);
  std::fesetround(FE_DOWNWARD);
  EXPECT_TRUE(launch(queue, *fake, {.localSize = {1, 1, 1}}, true).ok());
  const float here = aThird();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(third.thread, std::this_thread::get_id());
  EXPECT_EQ(third.value, aThird());
  EXPECT_NE(third.value, here);
}

TEST_F(Launch, RunsInTheKernelsFloatingPointEnvironmentOnAWorker) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeKernel(divide, oneValue());
  Third third;
  point(*fake, &third);
  struct {
    std::thread::id thread;
    float before = 0, after = 0;
    std::promise<void> done;
  } worker;
  constexpr bool kHostMayHelp = false;
  submit(queue, call(
                    [&] {
                      worker.thread = std::this_thread::get_id();
                      std::fesetround(FE_DOWNWARD);
                      worker.before = aThird();
                    },
                    kHostMayHelp));
  ASSERT_TRUE(launch(queue, *fake, {.localSize = {1, 1, 1}}).ok());
  submit(queue, call(
                    [&] {
                      worker.after = aThird();
                      std::fesetround(FE_TONEAREST);
                      worker.done.set_value();
                    },
                    kHostMayHelp));
  ASSERT_TRUE(queue.flush().ok());
  // Nobody waits for the queue, so a worker runs its commands.
  worker.done.get_future().wait();
  EXPECT_NE(third.thread, std::this_thread::get_id());
  EXPECT_EQ(third.thread, worker.thread);
  EXPECT_EQ(third.value, aThird());
  EXPECT_NE(third.value, worker.before);
  EXPECT_EQ(worker.before, worker.after) << "the thread has what it had";
}

TEST_F(Launch, ManyThreadsLaunchOneKernelOnTheirQueues) {
  auto fake = makeKernel(record, oneValue());
  Seen seen(500);
  point(*fake, &seen);
  constexpr int kThreads = 4, kRounds = 50;
  std::vector<Queue*> queues;
  for (int t = 0; t < kThreads; ++t) queues.push_back(&makeQueue(t % 2 ? kInOrder : kOutOfOrder));
  std::vector<std::thread> threads;
  for (Queue* queue : queues)
    threads.emplace_back([&, queue] {
      const NdRange range{.globalSize = {5000, 1, 1}, .localSize = {10, 1, 1}};
      for (int i = 0; i < kRounds; ++i) EXPECT_TRUE(launch(*queue, *fake, range, i % 8 == 0).ok());
      EXPECT_TRUE(queue->finish().ok());
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& times : seen.groups) ASSERT_EQ(times, kThreads * kRounds);
}

struct Row {
  uint64_t first, end, y, z;
  bool operator==(const Row&) const = default;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.first << ".." << row.end << ", y " << row.y << ", z " << row.z;
}

std::vector<Row> rowsOf(std::array<uint64_t, 3> numGroups, uint64_t first, uint64_t end) {
  abi::Launch launch{};
  std::ranges::copy(numGroups, launch.numGroups);
  std::vector<Row> rows;
  launch.arguments = &rows;
  const auto note = [](const abi::Launch* launch, const abi::Worker*, uint64_t first, uint64_t end,
                       uint64_t y, uint64_t z) {
    static_cast<std::vector<Row>*>(const_cast<void*>(launch->arguments))
        ->push_back({first, end, y, z});
  };
  abi::runGroups(note, launch, {}, first, end);
  return rows;
}

TEST(RunGroups, CutsARangeWhereARowEnds) {
  EXPECT_EQ(rowsOf({5, 2, 2}, 3, 17),
            (std::vector<Row>{{3, 5, 0, 0}, {0, 5, 1, 0}, {0, 5, 0, 1}, {0, 2, 1, 1}}));
}

TEST(RunGroups, StaysInOneRowIfItCan) {
  EXPECT_EQ(rowsOf({5, 2, 2}, 11, 14), (std::vector<Row>{{1, 4, 0, 1}}));
  EXPECT_EQ(rowsOf({5, 2, 2}, 15, 20), (std::vector<Row>{{0, 5, 1, 1}}));
}

TEST(RunGroups, OfNoneCallsNothing) { EXPECT_EQ(rowsOf({5, 2, 2}, 7, 7), std::vector<Row>{}); }

abi::Launch aloneLaunch;

TEST(RunAlone, SaysHowMuchMemoryThereIs) {
  KernelMetadata metadata;
  metadata.localBytes = 64;
  metadata.spillFixedBytes = 256;
  metadata.spillVectorBytes = 16;
  const CompiledKernel kernel{
      metadata, [](const abi::Launch* launch, const abi::Worker*, uint64_t, uint64_t, uint64_t,
                   uint64_t) { aloneLaunch = *launch; }};
  ASSERT_TRUE(runAlone(kernel).ok());
  EXPECT_EQ(aloneLaunch.localBytes, 64u);
  EXPECT_EQ(aloneLaunch.spillBytes, 272u);
}

}  // namespace
}  // namespace lanewise
