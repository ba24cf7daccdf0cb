// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which commands of a command buffer run at the same time, and which wait for each other. Those of
// command buffers with several queues: recording_queues_test.cpp.
#include "runtime/recording/command_buffer.h"
#include "tests/runtime/queue_fixture.h"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

using namespace lanewise;

namespace {

/// A command whose estimate is worth a call of helpers.
class LongCommand final : public Command {
 public:
  explicit LongCommand(std::function<cl_int()> body)
      : Command(CL_COMMAND_NDRANGE_KERNEL), body_(std::move(body)) {}
  Status run() override { return body_(); }
  uint64_t estimateNanoseconds() const override { return 1'000'000; }

 private:
  std::function<cl_int()> body_;
};

struct RecordingTest : QueueFixture {
  using Points = std::vector<cl_sync_point_khr>;

  ~RecordingTest() override {
    for (CommandBuffer* buffer : buffers_) buffer->release();
  }
  CommandBuffer& makeBuffer(cl_command_queue_properties properties) {
    Queue* const queue = &makeQueue(properties);
    buffers_.push_back(new CommandBuffer({&queue, 1}, 0, 0, {}));
    return *buffers_.back();
  }
  static cl_sync_point_khr record(CommandBuffer& buffer, std::function<cl_int()> body,
                                  const Points& waits = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_TRUE(
        buffer.record(std::make_unique<LongCommand>(std::move(body)), {}, {0, waits, &point}).ok());
    return point;
  }
  static cl_sync_point_khr barrier(CommandBuffer& buffer, const Points& waits = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_TRUE(buffer.record(nullptr, {}, {0, waits, &point}).ok());
    return point;
  }
  /// The status of one run.
  cl_int run(CommandBuffer& buffer) {
    Queue* const queue = buffer.queues()[0].get();
    cl_event event = nullptr;
    EXPECT_TRUE(buffer.enqueue({&queue, 1}, {}, &event).ok());
    events_.push_back(&eventOf(event));
    return wait(*events_.back()) == CL_SUCCESS ? CL_COMPLETE : events_.back()->status();
  }

  std::vector<CommandBuffer*> buffers_;
};

/// Waits until `count` commands have come, for 20 seconds at most. False if not.
bool meet(std::atomic<int>& came, int count) {
  ++came;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (came < count)
    if (std::chrono::steady_clock::now() > end)
      return false;
    else
      std::this_thread::yield();
  return true;
}

}  // namespace

TEST_F(RecordingTest, IndependentCommandsRunAtTheSameTime) {
  if (device_.facts().cores < 2) GTEST_SKIP() << "one thread runs all commands";
  CommandBuffer& buffer = makeBuffer(kOutOfOrder);
  std::atomic<int> came{0}, met{0};
  for (int i = 0; i < 2; ++i) record(buffer, [&] { return met += meet(came, 2), CL_COMPLETE; });
  ASSERT_TRUE(buffer.finalize().ok());
  for (int round = 1; round <= 3; ++round) {
    came = 0;
    EXPECT_EQ(run(buffer), CL_COMPLETE);
    EXPECT_EQ(met, 2 * round);
  }
}

TEST_F(RecordingTest, CommandsForInOrderQueuesRunInTheOrderOfRecording) {
  CommandBuffer& buffer = makeBuffer(kInOrder);
  std::vector<int> order, expected;
  for (int i = 0; i < 20; ++i) {
    record(buffer, [&order, i] { return order.push_back(i), CL_COMPLETE; });
    expected.push_back(i);
  }
  ASSERT_TRUE(buffer.finalize().ok());
  EXPECT_EQ(run(buffer), CL_COMPLETE);
  EXPECT_EQ(order, expected);
}

TEST_F(RecordingTest, CommandsBeginWhenWhatTheyWaitForHasEnded) {
  std::mt19937 random(20261129);
  const auto below = [&](size_t most) { return size_t(random() % most); };
  for (int round = 0; round < 200; ++round) {
    CommandBuffer& buffer = makeBuffer(kOutOfOrder);
    struct Item {
      std::vector<size_t> after;  // indices
      std::atomic<bool> done{false};
      bool isBarrier = false;
    };
    std::vector<std::unique_ptr<Item>> items;
    std::atomic<int> wrong{0}, ran{0};
    std::optional<size_t> lastBarrier;
    int commands = 0;
    for (size_t i = 0, count = 1 + below(30); i < count; ++i) {
      Item& item = *items.emplace_back(std::make_unique<Item>());
      item.isBarrier = below(6) == 0;
      Points waits;
      for (size_t n = below(3); i > 0 && n > 0; --n) {
        item.after.push_back(below(i));
        waits.push_back(cl_sync_point_khr(item.after.back() + 1));
      }
      if (item.isBarrier && waits.empty())
        for (size_t before = 0; before < i; ++before) item.after.push_back(before);
      if (lastBarrier) item.after.push_back(*lastBarrier);
      // A barrier has no run of its own: who waits for it waits for what it waits for.
      for (size_t at = 0; at < item.after.size(); ++at)
        if (const Item& before = *items[item.after[at]]; before.isBarrier)
          item.after.insert(item.after.end(), before.after.begin(), before.after.end());
      if (item.isBarrier) {
        EXPECT_EQ(barrier(buffer, waits), i + 1);
        lastBarrier = i;
        continue;
      }
      ++commands;
      record(
          buffer,
          [&items, &item, &wrong, &ran] {
            for (const size_t before : item.after)
              if (!items[before]->isBarrier && !items[before]->done) ++wrong;
            item.done = true;
            ++ran;
            return CL_COMPLETE;
          },
          waits);
    }
    ASSERT_TRUE(buffer.finalize().ok());
    EXPECT_EQ(run(buffer), CL_COMPLETE);
    ASSERT_EQ(wrong, 0) << "round " << round;
    ASSERT_EQ(ran, commands) << "round " << round;
  }
}

TEST_F(RecordingTest, NothingBeginsBehindACommandThatFailed) {
  for (const auto properties : {kInOrder, kOutOfOrder}) {
    CommandBuffer& buffer = makeBuffer(properties);
    std::atomic<int> late{0};
    const cl_sync_point_khr failed = record(buffer, [] { return CL_OUT_OF_RESOURCES; });
    record(buffer, [&] { return ++late, CL_COMPLETE; }, {failed});
    ASSERT_TRUE(buffer.finalize().ok());
    EXPECT_EQ(run(buffer), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(late, 0);
  }
}

TEST_F(RecordingTest, AnExceptionOfOneOfSeveralCommandsIsItsStatus) {
  CommandBuffer& buffer = makeBuffer(kOutOfOrder);
  for (int i = 0; i < 4; ++i)
    record(buffer, [i]() -> cl_int { return i == 2 ? throw std::bad_alloc() : CL_COMPLETE; });
  ASSERT_TRUE(buffer.finalize().ok());
  EXPECT_EQ(run(buffer), CL_OUT_OF_HOST_MEMORY);
}
