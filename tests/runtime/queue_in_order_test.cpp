// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-order queues: order of commands, and which of them a waiting thread runs. Rules of every
// queue: queue_test.cpp.
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

TEST_F(InOrderQueue, FinishRunsCommandsOnTheWaitingThread) {
  Queue& queue = makeQueue(kInOrder);
  std::thread::id ranOn;
  ASSERT_TRUE(
      queue.submit(call([&] { ranOn = std::this_thread::get_id(); }), {}, nullptr, false).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(ranOn, std::this_thread::get_id());
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

}  // namespace
}  // namespace lanewise
