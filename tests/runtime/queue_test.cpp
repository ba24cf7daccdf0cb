// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds for in-order and for out-of-order queues: which thread runs commands and when, user
// events, failing dependencies, long chains, released queues.
#include "queue_fixture.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lanewise {
namespace {

class EveryQueue : public QueueFixture,
                   public testing::WithParamInterface<cl_command_queue_properties> {
 protected:
  static constexpr uint64_t kChain = 100'000;

  /// Commands that count in `ran`, on new queues in turn. Each waits for the one before, the first
  /// for `first`. The event of the last.
  Event& chain(Event& first, size_t queueCount, uint64_t& ran) {
    std::vector<Queue*> queues;
    for (size_t n = 0; n < queueCount; ++n) queues.push_back(&makeQueue(GetParam()));
    Event* last = &first;
    for (uint64_t i = 0; i < kChain; ++i) {
      Event* waits[] = {last};
      cl_event event = nullptr;
      EXPECT_TRUE(queues[i % queueCount]->submit(call([&] { ++ran; }), waits, &event, false).ok());
      if (last != &first) last->release();
      last = &eventOf(event);
    }
    events_.push_back(last);
    return *last;
  }
};

TEST_P(EveryQueue, FinishWaitsForEverything) {
  Queue& queue = makeQueue(GetParam());
  std::atomic<int> ran = 0;
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(queue.submit(call([&] { ++ran; }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(ran, 1000);
}

TEST_P(EveryQueue, AppendingRunsNothing) {
  Queue& queue = makeQueue(GetParam());
  std::atomic<bool> ran = false;
  ASSERT_TRUE(queue.submit(call([&] { ran = true; }), {}, nullptr, false).ok());
  EXPECT_FALSE(ran);
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_TRUE(ran);
}

TEST_P(EveryQueue, FlushedCommandsRunWithoutFurtherCalls) {
  Queue& queue = makeQueue(GetParam());
  std::atomic<bool> ran = false;
  ASSERT_TRUE(queue
                  .submit(call([&] {
                            ran = true;
                            ran.notify_all();
                          }),
                          {}, nullptr, false)
                  .ok());
  ASSERT_TRUE(queue.flush().ok());
  ran.wait(false);
  EXPECT_TRUE(ran);
}

TEST_P(EveryQueue, WaitingForACompleteEventFlushes) {
  Queue& queue = makeQueue(GetParam());
  Event& first = submit(queue, call([] {}));
  EXPECT_EQ(wait(first), CL_SUCCESS);
  Event& second = submit(queue, call([] {}));
  EXPECT_EQ(wait(first), CL_SUCCESS);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!second.done() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  EXPECT_TRUE(second.done());
}

TEST_P(EveryQueue, NativeKernelsRunOnAThreadOfOurs) {
  Queue& queue = makeQueue(GetParam());
  std::thread::id ranOn;
  std::atomic<bool> after = false;
  const auto record = [&] { ranOn = std::this_thread::get_id(); };
  ASSERT_TRUE(queue.submit(call(record, /*hostMayHelp=*/false), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.submit(call([&] { after = true; }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_NE(ranOn, std::thread::id());
  EXPECT_NE(ranOn, std::this_thread::get_id());
  EXPECT_TRUE(after);
}

TEST_P(EveryQueue, BlockingSubmitReturnsTheStatusOfTheCommand) {
  Queue& queue = makeQueue(GetParam());
  EXPECT_EQ(queue.submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true).code,
            CL_OUT_OF_RESOURCES);
  bool ran = false;
  EXPECT_TRUE(queue.submit(call([&] { ran = true; }), {}, nullptr, true).ok());
  EXPECT_TRUE(ran);
}

TEST_P(EveryQueue, SettingAUserEventRunsNothingInTheCall) {
  Queue& queue = makeQueue(GetParam());
  Event& user = userEvent();
  std::thread::id ranOn;
  Event& event = submit(queue, call([&] { ranOn = std::this_thread::get_id(); }), {&user});
  ASSERT_TRUE(queue.flush().ok());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  while (!event.done()) std::this_thread::yield();
  EXPECT_NE(ranOn, std::this_thread::get_id());
}

TEST_P(EveryQueue, AFailedUserEventTerminatesWhatWaitsForIt) {
  Queue& queue = makeQueue(GetParam());
  Event& user = userEvent();
  bool ran = false, otherRan = false;
  Event& waiting = submit(queue, call([&] { ran = true; }), {&user});
  Event& afterThat = submit(queue, call([&] { ran = true; }), {&waiting});
  Event& other = submit(queue, call([&] { otherRan = true; }));
  ASSERT_TRUE(user.setUserStatus(-5).ok());
  EXPECT_EQ(wait(afterThat), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(waiting.status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(afterThat.status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(wait(other), CL_SUCCESS);
  EXPECT_FALSE(ran);
  EXPECT_TRUE(otherRan);
}

TEST_P(EveryQueue, AFailedCommandTerminatesWhatWaitsForItInAnotherQueue) {
  Queue& one = makeQueue(GetParam());
  Queue& two = makeQueue(GetParam());
  bool ran = false;
  Event& failed = submit(one, failing(CL_OUT_OF_RESOURCES));
  Event& waiting = submit(two, call([&] { ran = true; }), {&failed});
  EXPECT_EQ(wait(waiting), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(failed.status(), CL_OUT_OF_RESOURCES);
  EXPECT_FALSE(ran);
}

TEST_P(EveryQueue, AChainOfAHundredThousandNeitherOverflowsNorStops) {
  for (const size_t queues : {1, 2}) {
    Event& user = userEvent();
    uint64_t ran = 0;  // without the dependencies this would be a race
    Event& last = chain(user, queues, ran);
    ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
    EXPECT_EQ(wait(last), CL_SUCCESS);
    EXPECT_EQ(ran, kChain);
  }
}

TEST_P(EveryQueue, AFailureRunsThroughAChainWithoutRecursion) {
  Event& user = userEvent();
  uint64_t ran = 0;
  Event& last = chain(user, 1, ran);
  ASSERT_TRUE(user.setUserStatus(-1).ok());
  EXPECT_EQ(wait(last), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(ran, 0u);
}

TEST_P(EveryQueue, AReleasedQueueRunsWhatItHas) {
  auto* queue = new Queue(*context_, device_, GetParam(), {});
  std::atomic<bool> ran = false;
  ASSERT_TRUE(queue
                  ->submit(call([&] {
                             ran = true;
                             ran.notify_all();
                           }),
                           {}, nullptr, false)
                  .ok());
  queue->release();
  ran.wait(false);
  EXPECT_TRUE(ran);
}

TEST_P(EveryQueue, AReleasedQueueThatWaitsForAUserEventRunsWhatItHas) {
  auto* queue = new Queue(*context_, device_, GetParam(), {});
  Event& user = userEvent();
  std::atomic<bool> ran = false;
  Event* waits[] = {&user};
  ASSERT_TRUE(queue
                  ->submit(call([&] {
                             ran = true;
                             ran.notify_all();
                           }),
                           waits, nullptr, false)
                  .ok());
  queue->release();
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  ran.wait(false);
  EXPECT_TRUE(ran);
}

TEST_P(EveryQueue, ThreadsThatWaitForDifferentCommandsAllReturn) {
  // Commands of a queue in order need no barriers, and nobody has to finish it for them to end.
  const bool isOutOfOrder = GetParam() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  for (int round = 0; round < 50; ++round) {
    Queue& queue = makeQueue(GetParam());
    std::vector<Event*> events;
    for (int i = 0; i < 64; ++i) {
      if (isOutOfOrder && i % 16 == 15) marker(queue, CL_COMMAND_BARRIER);
      events.push_back(&submit(queue, call([] {}, i % 7 != 0)));
    }
    std::vector<std::thread> waiting;
    for (int i = 0; i < 8; ++i)
      waiting.emplace_back([&, i] {
        if (isOutOfOrder && i % 2) EXPECT_TRUE(queue.finish().ok());
        for (size_t k = size_t(i); k < events.size(); k += 8)
          EXPECT_EQ(wait(*events[k]), CL_SUCCESS);
      });
    for (std::thread& thread : waiting) thread.join();
    EXPECT_TRUE(queue.finish().ok());
  }
}

TEST_P(EveryQueue, ProfilingStampsRiseAndAreOnlyThereWhenAskedFor) {
  Queue& plain = makeQueue(GetParam());
  Queue& profiling = makeQueue(GetParam() | CL_QUEUE_PROFILING_ENABLE);
  Event& without = submit(plain, call([] {}));
  Event& with = submit(profiling, call([] {}));
  EXPECT_EQ(with.profilingStamp(CL_PROFILING_COMMAND_QUEUED).error().code,
            CL_PROFILING_INFO_NOT_AVAILABLE);
  ASSERT_TRUE(plain.finish().ok() && profiling.finish().ok());
  EXPECT_EQ(without.profilingStamp(CL_PROFILING_COMMAND_END).error().code,
            CL_PROFILING_INFO_NOT_AVAILABLE);
  cl_ulong before = 1;
  for (cl_profiling_info which = CL_PROFILING_COMMAND_QUEUED;
       which <= CL_PROFILING_COMMAND_COMPLETE; ++which) {
    ASSERT_TRUE(with.profilingStamp(which));
    EXPECT_GE(*with.profilingStamp(which), before);
    before = *with.profilingStamp(which);
  }
  EXPECT_EQ(with.profilingStamp(CL_PROFILING_COMMAND_COMPLETE + 1).error().code, CL_INVALID_VALUE);
}

INSTANTIATE_TEST_SUITE_P(Orders, EveryQueue,
                         testing::Values(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                         [](const auto& info) { return info.param ? "OutOfOrder" : "InOrder"; });

}  // namespace
}  // namespace lanewise
