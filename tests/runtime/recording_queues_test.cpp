// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers with several queues, on three sub-devices: what waits for what, where commands
// run, what the event of an enqueue shows, and copies for other queues.
#include "runtime/device/sub_devices.h"
#include "runtime/recording/command_buffer.h"
#include "tests/runtime/queue_fixture.h"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

using namespace lanewise;

namespace {

const bool environmentIsSet = setenv("LANEWISE_THREADS", "4", 1) == 0;

bool runsOnProcessorsOf(Device& device) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return false;
  for (int number = 0; number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(size_t(number), &set) &&
        std::ranges::none_of(device.processors(),
                             [&](const Processor& one) { return one.number == number; }))
      return false;
  return true;
}

/// A command that learns for which device it was recorded or copied.
class DeviceCommand final : public Command {
 public:
  using Body = std::function<cl_int(Device&)>;
  DeviceCommand(Device& device, Body body)
      : Command(CL_COMMAND_NDRANGE_KERNEL), device_(device), body_(std::move(body)) {}
  Status run() override { return body_(device_); }
  Result<std::unique_ptr<Command>> copyFor(const Context&, Device& device) const override {
    return std::make_unique<DeviceCommand>(device, body_);
  }
  uint64_t estimateNanoseconds() const override { return 1'000'000; }

 private:
  Device& device_;
  Body body_;
};

struct RecordingQueuesTest : testing::Test {
  using Points = std::vector<cl_sync_point_khr>;
  static constexpr cl_command_queue_properties kOutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  void SetUp() override {
    ASSERT_TRUE(environmentIsSet);
    const cl_device_partition_property ones[] = {1, 1, 1};
    auto partition = divide(root_, CL_DEVICE_PARTITION_BY_COUNTS, ones);
    ASSERT_TRUE(partition);
    parts_ = createSubDevices(root_, std::move(*partition));
    ASSERT_EQ(parts_.size(), 3u);
    std::vector<Ref<Device>> devices = parts_;
    devices.emplace_back(root_);
    context_ = new Context(std::move(devices), {}, nullptr, nullptr);
  }
  ~RecordingQueuesTest() override {
    for (Event* event : events_) event->release();
    for (CommandBuffer* buffer : buffers_) buffer->release();
    for (Queue* queue : queues_) queue->release();
    if (context_) context_->release();
  }
  Queue& makeQueue(Device& device, cl_command_queue_properties properties = 0) {
    queues_.push_back(new Queue(*context_, device, properties, {}));
    return *queues_.back();
  }
  /// One queue on each of the sub-devices.
  std::vector<Queue*> queuesOfParts(cl_command_queue_properties properties = 0) {
    std::vector<Queue*> made;
    for (const auto& part : parts_) made.push_back(&makeQueue(*part, properties));
    return made;
  }
  CommandBuffer& makeBuffer(std::span<Queue* const> queues) {
    buffers_.push_back(new CommandBuffer(queues, 0, 0, {}));
    return *buffers_.back();
  }
  static cl_sync_point_khr record(CommandBuffer& buffer, uint32_t queue, DeviceCommand::Body body,
                                  const Points& waits = {}) {
    cl_sync_point_khr point = 0;
    auto command =
        std::make_unique<DeviceCommand>(buffer.queues()[queue]->device(), std::move(body));
    EXPECT_TRUE(buffer.record(std::move(command), {}, {queue, waits, &point}).ok());
    return point;
  }
  static cl_sync_point_khr barrier(CommandBuffer& buffer, uint32_t queue,
                                   const Points& waits = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_TRUE(buffer.record(nullptr, {}, {queue, waits, &point}).ok());
    return point;
  }
  static std::vector<Queue*> queuesOf(const CommandBuffer& buffer) {
    std::vector<Queue*> queues;
    for (const auto& queue : buffer.queues()) queues.push_back(queue.get());
    return queues;
  }
  Event& enqueue(CommandBuffer& buffer, std::vector<Event*> waits = {}) {
    return enqueue(buffer, queuesOf(buffer), std::move(waits));
  }
  Event& enqueue(CommandBuffer& buffer, std::vector<Queue*> queues,
                 std::vector<Event*> waits = {}) {
    cl_event event = nullptr;
    EXPECT_TRUE(buffer.enqueue(queues, waits, &event).ok());
    events_.push_back(&eventOf(event));
    return *events_.back();
  }
  static cl_int wait(Event& event) {
    Event* list[] = {&event};
    (void)Queue::wait(list);
    return event.status();
  }
  Event& userEvent() {
    events_.push_back(Event::createUser(*context_));
    return *events_.back();
  }

  Device& root_ = Platform::get().device();
  std::vector<Ref<Device>> parts_;
  Context* context_ = nullptr;
  std::vector<Queue*> queues_;
  std::vector<CommandBuffer*> buffers_;
  std::vector<Event*> events_;
};

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

/// A random command buffer, whose commands notice if one that they wait for has not ended.
struct Graph {
  struct Item {
    std::vector<size_t> after;  // indices
    std::atomic<bool> done{false};
    bool isBarrier = false;
    uint32_t queue = 0;
  };
  std::vector<std::unique_ptr<Item>> items;
  std::atomic<int> early{0}, elsewhere{0}, ran{0};
  int commands = 0;

  template <class Random>
  void record(CommandBuffer& buffer, Random& random) {
    const auto below = [&](size_t most) { return size_t(random() % most); };
    const uint32_t queues = uint32_t(buffer.queues().size());
    std::vector<std::optional<size_t>> last(queues);
    std::optional<size_t> lastBarrier;
    for (size_t i = 0, count = 1 + below(40); i < count; ++i) {
      Item& item = *items.emplace_back(std::make_unique<Item>());
      item.isBarrier = below(8) == 0;
      item.queue = uint32_t(below(queues));
      RecordingQueuesTest::Points waits;
      for (size_t n = below(3); i > 0 && n > 0; --n) {
        item.after.push_back(below(i));
        waits.push_back(cl_sync_point_khr(item.after.back() + 1));
      }
      if (item.isBarrier && waits.empty())
        for (size_t before = 0; before < i; ++before) item.after.push_back(before);
      if (lastBarrier) item.after.push_back(*lastBarrier);
      if (last[item.queue] && !buffer.queues()[item.queue]->outOfOrder())
        item.after.push_back(*last[item.queue]);
      last[item.queue] = i;
      // A barrier has no run of its own: who waits for it waits for what it waits for.
      for (size_t at = 0; at < item.after.size(); ++at)
        if (const Item& before = *items[item.after[at]]; before.isBarrier)
          item.after.insert(item.after.end(), before.after.begin(), before.after.end());
      if (item.isBarrier) {
        EXPECT_EQ(RecordingQueuesTest::barrier(buffer, item.queue, waits), i + 1);
        lastBarrier = i;
        continue;
      }
      ++commands;
      RecordingQueuesTest::record(
          buffer, item.queue, [this, &item](Device& device) { return run(item, device); }, waits);
    }
  }
  cl_int run(Item& item, Device& device) {
    for (const size_t before : item.after)
      if (!items[before]->isBarrier && !items[before]->done) ++early;
    if (!runsOnProcessorsOf(device)) ++elsewhere;
    item.done = true;
    ++ran;
    return CL_COMPLETE;
  }
  void expect(int round) {
    EXPECT_EQ(early, 0) << "round " << round;
    EXPECT_EQ(elsewhere, 0) << "round " << round;
    EXPECT_EQ(ran, commands) << "round " << round;
    for (auto& item : items) item->done = false;
    ran = 0;
  }
};

}  // namespace

TEST_F(RecordingQueuesTest, RandomGraphsRunInOrderOnTheirDevices) {
  std::mt19937 random(20261129);
  for (int round = 0; round < 400 && !HasFailure(); ++round) {
    std::vector<Queue*> queues;
    for (size_t at = 0, count = 1 + random() % 4; at < count; ++at)
      queues.push_back(&makeQueue(*parts_[random() % 3], random() % 2 ? kOutOfOrder : 0));
    CommandBuffer& buffer = makeBuffer(queues);
    Graph graph;
    graph.record(buffer, random);
    ASSERT_TRUE(buffer.finalize().ok());
    EXPECT_EQ(wait(enqueue(buffer)), CL_COMPLETE);
    graph.expect(round);
    std::vector<Queue*> others;
    for (Queue* queue : queues)
      others.push_back(&makeQueue(queue->device(), random() % 2 ? kOutOfOrder : 0));
    EXPECT_EQ(wait(enqueue(buffer, others)), CL_COMPLETE) << "on other queues";
    graph.expect(round);
  }
}

TEST_F(RecordingQueuesTest, RandomGraphsRunInOrderWhenTheyAreRemapped) {
  std::mt19937 random(7);
  for (int round = 0; round < 200 && !HasFailure(); ++round) {
    CommandBuffer& buffer = makeBuffer(queuesOfParts(round % 3 ? kOutOfOrder : 0));
    Graph graph;
    graph.record(buffer, random);
    const bool isFinal = round % 2;
    if (isFinal) ASSERT_TRUE(buffer.finalize().ok());
    const bool chooses = random() % 2;
    std::vector<Queue*> others;
    for (size_t at = 0, count = chooses ? 1 + random() % 4 : 3; at < count; ++at)
      others.push_back(&makeQueue(*parts_[random() % 3], random() % 2 ? kOutOfOrder : 0));
    auto made = buffer.remap(others, chooses, {}, nullptr);
    ASSERT_TRUE(made);
    buffers_.push_back(*made);
    EXPECT_EQ((*made)->state(), buffer.state());
    if (!isFinal) ASSERT_TRUE((*made)->finalize().ok());
    EXPECT_EQ(wait(enqueue(**made)), CL_COMPLETE);
    graph.expect(round);
  }
}

TEST_F(RecordingQueuesTest, CommandsOfSeveralDevicesRunAtTheSameTime) {
  CommandBuffer& buffer = makeBuffer(queuesOfParts());
  std::atomic<int> came{0}, met{0};
  for (uint32_t queue = 0; queue < 3; ++queue)
    record(buffer, queue, [&](Device&) { return met += meet(came, 3), CL_COMPLETE; });
  ASSERT_TRUE(buffer.finalize().ok());
  EXPECT_EQ(wait(enqueue(buffer)), CL_COMPLETE);
  EXPECT_EQ(met, 3);
}

TEST_F(RecordingQueuesTest, ACommandThatIsChosenAutomaticallyRunsWhereADeviceIsFree) {
  Queue* const one = &makeQueue(*parts_[0], kOutOfOrder);
  CommandBuffer& buffer = makeBuffer({&one, 1});
  std::mutex mutex;
  std::vector<Device*> seen;
  for (int i = 0; i < 3; ++i)
    record(buffer, 0, [&](Device& device) {
      const std::lock_guard lock(mutex);
      seen.push_back(&device);
      return CL_COMPLETE;
    });
  ASSERT_TRUE(buffer.finalize().ok());
  auto made = buffer.remap(queuesOfParts(), true, {}, nullptr);
  ASSERT_TRUE(made);
  buffers_.push_back(*made);
  EXPECT_EQ(wait(enqueue(**made)), CL_COMPLETE);
  ASSERT_EQ(seen.size(), 3u);
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::unique(seen).size(), 0u) << "each on another device";
}

TEST_F(RecordingQueuesTest, WhatWaitsForAFailedCommandDoesNotRun) {
  CommandBuffer& buffer = makeBuffer(queuesOfParts());
  std::atomic<int> late{0};
  const cl_sync_point_khr failed = record(buffer, 0, [](Device&) { return CL_OUT_OF_HOST_MEMORY; });
  const cl_sync_point_khr behind =
      record(buffer, 1, [&](Device&) { return ++late, CL_COMPLETE; }, {failed});
  record(buffer, 2, [&](Device&) { return ++late, CL_COMPLETE; }, {behind});
  ASSERT_TRUE(buffer.finalize().ok());
  EXPECT_EQ(wait(enqueue(buffer)), CL_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(late, 0);
}

TEST_F(RecordingQueuesTest, WaitsForEventsAndFailsWithThem) {
  CommandBuffer& buffer = makeBuffer(queuesOfParts());
  std::atomic<int> ran{0};
  for (uint32_t queue = 0; queue < 3; ++queue)
    record(buffer, queue, [&](Device&) { return ++ran, CL_COMPLETE; });
  ASSERT_TRUE(buffer.finalize().ok());
  Event& gate = userEvent();
  Event& event = enqueue(buffer, std::vector<Event*>{&gate});
  EXPECT_EQ(event.status(), CL_QUEUED);
  EXPECT_EQ(ran, 0);
  EXPECT_TRUE(gate.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(event), CL_COMPLETE);
  EXPECT_EQ(ran, 3);
  Event& bad = userEvent();
  EXPECT_TRUE(bad.setUserStatus(-5).ok());
  EXPECT_EQ(wait(enqueue(buffer, std::vector<Event*>{&bad})),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(ran, 3);
}

TEST_F(RecordingQueuesTest, AnEventWithoutQueueLetsOtherCommandsWait) {
  std::vector<Queue*> queues = queuesOfParts();
  CommandBuffer& buffer = makeBuffer(queues);
  std::atomic<int> ran{0};
  record(buffer, 2, [&](Device&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return ++ran, CL_COMPLETE;
  });
  ASSERT_TRUE(buffer.finalize().ok());
  Event* const event = &enqueue(buffer);
  EXPECT_EQ(event->queue(), nullptr);
  EXPECT_EQ(&event->context(), context_);
  std::atomic<int> seen{0};
  const auto body = [&] { seen = ran.load(); };
  EXPECT_TRUE(queues[0]->submit(call(body), {&event, 1}, nullptr, true).ok());
  EXPECT_EQ(seen, 1);
}

TEST_F(RecordingQueuesTest, AnEmptyOneCompletesBehindItsWaitList) {
  CommandBuffer& buffer = makeBuffer(queuesOfParts());
  barrier(buffer, 1);
  ASSERT_TRUE(buffer.finalize().ok());
  Event& gate = userEvent();
  Event& event = enqueue(buffer, std::vector<Event*>{&gate});
  EXPECT_GT(event.status(), CL_COMPLETE);
  EXPECT_TRUE(gate.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(event), CL_COMPLETE);
}

TEST_F(RecordingQueuesTest, ManyEnqueuesOfSeveralThreadsEnd) {
  std::vector<Queue*> queues = queuesOfParts();
  CommandBuffer& there = makeBuffer(queues);
  CommandBuffer& back = makeBuffer(std::vector<Queue*>{queues[2], queues[1], queues[0]});
  std::atomic<int> ran{0};
  for (CommandBuffer* buffer : {&there, &back}) {
    cl_sync_point_khr before = 0;
    for (uint32_t i = 0; i < 12; ++i)
      before = record(
          *buffer, i % 3, [&](Device&) { return ++ran, CL_COMPLETE; },
          before ? Points{before} : Points());
    ASSERT_TRUE(buffer->finalize().ok());
  }
  const auto enqueueMany = [](CommandBuffer& buffer) {
    const std::vector<Queue*> on = queuesOf(buffer);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(buffer.enqueue(on, {}, nullptr).ok());
  };
  std::thread other(enqueueMany, std::ref(back));
  enqueueMany(there);
  other.join();
  for (Queue* queue : queues) EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(ran, 2400);
}

TEST_F(RecordingQueuesTest, ProfilingTimesAreThoseOfAllParts) {
  std::vector<Queue*> queues = queuesOfParts();
  queues.push_back(&makeQueue(*parts_[0], CL_QUEUE_PROFILING_ENABLE));
  CommandBuffer& buffer = makeBuffer(queues);
  const auto pause = [](Device&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return CL_COMPLETE;
  };
  const cl_sync_point_khr first = record(buffer, 0, pause);
  record(buffer, 1, pause, {first});
  ASSERT_TRUE(buffer.finalize().ok());
  Event& event = enqueue(buffer);
  EXPECT_EQ(wait(event), CL_COMPLETE);
  const auto at = [&](cl_profiling_info name) { return event.profilingStamp(name).value_or(0); };
  EXPECT_LE(at(CL_PROFILING_COMMAND_QUEUED), at(CL_PROFILING_COMMAND_SUBMIT));
  EXPECT_LE(at(CL_PROFILING_COMMAND_SUBMIT), at(CL_PROFILING_COMMAND_START));
  EXPECT_GE(at(CL_PROFILING_COMMAND_END), at(CL_PROFILING_COMMAND_START) + 6'000'000);
  Event& plain = enqueue(buffer, {queues[0], queues[1], queues[2], &makeQueue(*parts_[0])});
  EXPECT_EQ(wait(plain), CL_COMPLETE);
  EXPECT_EQ(plain.profilingStamp(CL_PROFILING_COMMAND_END).error().code,
            CL_PROFILING_INFO_NOT_AVAILABLE);
}
