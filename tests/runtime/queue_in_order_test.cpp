// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-order queues: order of commands, the thread that runs them, failing dependencies.
#include "queue_fixture.h"

#include <sys/resource.h>

#include <atomic>
#include <thread>

namespace lanewise {
namespace {

using InOrderQueue = QueueFixture;

TEST_F(InOrderQueue, RunsCommandsInOrder) {
  Queue& queue = makeQueue(kInOrder);
  std::vector<int> ran;
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(queue.submit(call([&, i] { ran.push_back(i); }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  ASSERT_EQ(ran.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(ran[i], i);
}

TEST_F(InOrderQueue, AppendingRunsNothing) {
  Queue& queue = makeQueue(kInOrder);
  std::atomic<bool> ran = false;
  ASSERT_TRUE(queue.submit(call([&] { ran = true; }), {}, nullptr, false).ok());
  EXPECT_FALSE(ran);
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_TRUE(ran);
}

TEST_F(InOrderQueue, FinishRunsCommandsOnTheWaitingThread) {
  Queue& queue = makeQueue(kInOrder);
  std::thread::id ranOn;
  ASSERT_TRUE(
      queue.submit(call([&] { ranOn = std::this_thread::get_id(); }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(ranOn, std::this_thread::get_id());
}

TEST_F(InOrderQueue, NativeKernelsRunOnAThreadOfOurs) {
  Queue& queue = makeQueue(kInOrder);
  std::thread::id ranOn;
  bool after = false;
  const auto record = [&] { ranOn = std::this_thread::get_id(); };
  ASSERT_TRUE(queue.submit(call(record, /*hostMayHelp=*/false), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.submit(call([&] { after = true; }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_NE(ranOn, std::thread::id());
  EXPECT_NE(ranOn, std::this_thread::get_id());
  EXPECT_TRUE(after);
}

TEST_F(InOrderQueue, FlushedCommandsRunWithoutFurtherCalls) {
  Queue& queue = makeQueue(kInOrder);
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

TEST_F(InOrderQueue, WaitingRunsOnlyWhatStandsBefore) {
  Queue& queue = makeQueue(kInOrder);
  std::thread::id first, second;
  Event& event = submit(queue, call([&] { first = std::this_thread::get_id(); }));
  Event& later = submit(queue, call([&] { second = std::this_thread::get_id(); }));
  EXPECT_EQ(wait(event), CL_SUCCESS);
  EXPECT_EQ(first, std::this_thread::get_id());
  // The wait flushed the queue, so the rest runs on another thread.
  while (!later.done()) std::this_thread::yield();
  EXPECT_NE(second, std::this_thread::get_id());
}

TEST_F(InOrderQueue, BlockingSubmitReturnsTheStatusOfTheCommand) {
  Queue& queue = makeQueue(kInOrder);
  EXPECT_EQ(queue.submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true).code,
            CL_OUT_OF_RESOURCES);
  bool ran = false;
  EXPECT_TRUE(queue.submit(call([&] { ran = true; }), {}, nullptr, true).ok());
  EXPECT_TRUE(ran);
}

TEST_F(InOrderQueue, AUserEventHoldsBackWhatComesAfter) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  std::atomic<int> ran = 0;
  Event& first = submit(queue, call([&] { ++ran; }), {&user});
  submit(queue, call([&] { ++ran; }));
  ASSERT_TRUE(queue.flush().ok());
  EXPECT_FALSE(first.done());
  EXPECT_EQ(ran, 0);
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(ran, 2);
}

TEST_F(InOrderQueue, SettingAUserEventRunsNothingInTheCall) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  std::thread::id ranOn;
  Event& event = submit(queue, call([&] { ranOn = std::this_thread::get_id(); }), {&user});
  ASSERT_TRUE(queue.flush().ok());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  while (!event.done()) std::this_thread::yield();
  EXPECT_NE(ranOn, std::this_thread::get_id());
}

TEST_F(InOrderQueue, AFailedUserEventTerminatesWhatWaitsForIt) {
  Queue& queue = makeQueue(kInOrder);
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

TEST_F(InOrderQueue, AFailedCommandTerminatesWhatWaitsForItInAnotherQueue) {
  Queue& one = makeQueue(kInOrder);
  Queue& two = makeQueue(kInOrder);
  bool ran = false;
  Event& failed = submit(one, failing(CL_OUT_OF_RESOURCES));
  Event& waiting = submit(two, call([&] { ran = true; }), {&failed});
  EXPECT_EQ(wait(waiting), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(failed.status(), CL_OUT_OF_RESOURCES);
  EXPECT_FALSE(ran);
}

TEST_F(InOrderQueue, AChainOfAHundredThousandAcrossTwoQueuesNeitherOverflowsNorStops) {
  Queue& one = makeQueue(kInOrder);
  Queue& two = makeQueue(kInOrder);
  Event& user = userEvent();
  uint64_t ran = 0;  // without the dependencies this would be a race
  Event* last = &user;
  for (int i = 0; i < 100'000; ++i) {
    Queue& queue = i & 1 ? two : one;
    Event* waits[] = {last};
    cl_event event;
    ASSERT_TRUE(queue.submit(call([&] { ++ran; }), waits, &event, false).ok());
    if (last != &user) last->release();
    last = &eventOf(event);
  }
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(*last), CL_SUCCESS);
  last->release();
  EXPECT_EQ(ran, 100'000u);
}

TEST_F(InOrderQueue, WaitingThreadsSleepUntilTheirCommandIsCompleteNotUntilTheNextOne) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  submit(queue, call([] {}), {&user});
  for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(queue.submit(call([] {}), {}, nullptr, false).ok());
  Event& last = submit(queue, call([] {}));
  std::atomic<long> switches = 0;
  std::vector<std::thread> waiting;
  for (int i = 0; i < 8; ++i)
    waiting.emplace_back([&] {
      EXPECT_EQ(wait(last), CL_SUCCESS);
      rusage usage;
      getrusage(RUSAGE_THREAD, &usage);
      switches += usage.ru_nvcsw;
    });
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  for (std::thread& thread : waiting) thread.join();
  // One sleep per thread, and some for locks.
  EXPECT_LT(switches, 500);
}

TEST_F(InOrderQueue, ThreadsThatWaitForDifferentCommandsAllReturn) {
  for (int round = 0; round < 50; ++round) {
    Queue& queue = makeQueue(kInOrder);
    std::vector<Event*> events;
    for (int i = 0; i < 64; ++i) events.push_back(&submit(queue, call([] {}, i % 7 != 0)));
    std::vector<std::thread> waiting;
    for (int i = 0; i < 8; ++i)
      waiting.emplace_back([&, i] {
        for (size_t k = size_t(i); k < events.size(); k += 8)
          EXPECT_EQ(wait(*events[k]), CL_SUCCESS);
      });
    for (std::thread& thread : waiting) thread.join();
    EXPECT_TRUE(queue.finish().ok());
  }
}

TEST_F(InOrderQueue, AReleasedQueueRunsWhatItHas) {
  auto* queue = new Queue(*context_, device_, kInOrder, {});
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

TEST_F(InOrderQueue, AReleasedQueueThatWaitsForAUserEventRunsWhatItHas) {
  auto* queue = new Queue(*context_, device_, kInOrder, {});
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

TEST_F(InOrderQueue, ManyThreadsEnqueueFlushFinishAndWait) {
  Queue& queue = makeQueue(kInOrder);
  uint64_t total = 0;  // an in-order queue runs one command at a time
  constexpr int kThreads = 4, kRounds = 2000;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        cl_event event = nullptr;
        ASSERT_TRUE(queue.submit(call([&] { ++total; }), {}, &event, i % 97 == t).ok());
        if (i % 31 == 0) ASSERT_TRUE(queue.flush().ok());
        if (i % 53 == 0) EXPECT_EQ(wait(eventOf(event)), CL_SUCCESS);
        eventOf(event).release();
        if (i % 211 == 0) ASSERT_TRUE(queue.finish().ok());
      }
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(total, uint64_t{kThreads} * kRounds);
}

TEST_F(InOrderQueue, ProfilingStampsRiseAndAreOnlyThereWhenAskedFor) {
  Queue& plain = makeQueue(kInOrder);
  Queue& profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
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

}  // namespace
}  // namespace lanewise
