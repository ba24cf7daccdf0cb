// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out-of-order queues: markers, barriers, commands that overtake others. Rules of every queue:
// queue_test.cpp.
#include "queue_fixture.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lanewise {
namespace {

using OutOfOrderQueue = QueueFixture;

TEST_F(OutOfOrderQueue, ACommandOvertakesOneThatWaits) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  Event& held = submit(queue, call([] {}), {&user});
  Event& free = submit(queue, call([] {}));
  EXPECT_EQ(wait(free), CL_SUCCESS);
  EXPECT_FALSE(held.done());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(held), CL_SUCCESS);
}

TEST_F(OutOfOrderQueue, WaitingRunsOnlyTheCommandItself) {
  Queue& queue = makeQueue(kOutOfOrder);
  std::thread::id other, own;
  Event& first = submit(queue, call([&] { other = std::this_thread::get_id(); }));
  Event& second = submit(queue, call([&] { own = std::this_thread::get_id(); }));
  EXPECT_EQ(wait(second), CL_SUCCESS);
  EXPECT_EQ(own, std::this_thread::get_id());
  while (!first.done()) std::this_thread::yield();
  EXPECT_NE(other, std::this_thread::get_id());
}

TEST_F(OutOfOrderQueue, AWaitingThreadRunsItsCommandWhileAWorkerIsBusy) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  std::atomic<bool> ran = false;
  std::atomic<bool> inTime = false;
  const auto waitForTheOther = [&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!ran && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    inTime = ran.load();
  };
  Event& busy = submit(queue, call(waitForTheOther, false));
  Event& awaited = submit(queue, call([&] { ran = true; }), {&user});
  ASSERT_TRUE(queue.flush().ok());
  std::jthread starts([&] {
    while (busy.status() > CL_RUNNING) std::this_thread::yield();
    // Long enough for the main thread to sleep; if it does not, the test passes all the same.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  });
  EXPECT_EQ(wait(awaited), CL_SUCCESS);
  EXPECT_EQ(wait(busy), CL_SUCCESS);
  EXPECT_TRUE(inTime);
}

TEST_F(OutOfOrderQueue, AMarkerWaitsForAllBeforeItAndHoldsBackNothing) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  Event& held = submit(queue, call([] {}), {&user});
  Event& mark = marker(queue, CL_COMMAND_MARKER);
  Event& after = submit(queue, call([] {}));
  EXPECT_EQ(wait(after), CL_SUCCESS);
  EXPECT_FALSE(mark.done());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(mark), CL_SUCCESS);
  EXPECT_TRUE(held.done());
}

TEST_F(OutOfOrderQueue, AMarkerWithAListWaitsForThatOnly) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  Event& held = submit(queue, call([] {}), {&user});
  Event& quick = submit(queue, call([] {}));
  Event& mark = marker(queue, CL_COMMAND_MARKER, {&quick});
  EXPECT_EQ(wait(mark), CL_SUCCESS);
  EXPECT_FALSE(held.done());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  ASSERT_TRUE(queue.finish().ok());
}

TEST_F(OutOfOrderQueue, ABarrierSeparates) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  std::atomic<int> before = 0, seen = -1;
  submit(queue, call([&] { ++before; }), {&user});
  submit(queue, call([&] { ++before; }));
  Event& barrier = marker(queue, CL_COMMAND_BARRIER);
  Event& after = submit(queue, call([&] { seen = before.load(); }));
  ASSERT_TRUE(queue.flush().ok());
  EXPECT_FALSE(barrier.done());
  EXPECT_FALSE(after.done());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(after), CL_SUCCESS);
  EXPECT_TRUE(barrier.done());
  EXPECT_EQ(seen, 2);
}

TEST_F(OutOfOrderQueue, ABarrierWithAListHoldsBackWhatComesAfter) {
  Queue& queue = makeQueue(kOutOfOrder);
  Event& user = userEvent();
  marker(queue, CL_COMMAND_BARRIER, {&user});
  Event& after = submit(queue, call([] {}));
  ASSERT_TRUE(queue.flush().ok());
  EXPECT_FALSE(after.done());
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_EQ(wait(after), CL_SUCCESS);
}

TEST_F(OutOfOrderQueue, BarriersMarkersAndCommandsInLongSequencesKeepTheirOrder) {
  Queue& queue = makeQueue(kOutOfOrder);
  std::atomic<int> phase = 0, wrong = 0, ran = 0;
  for (int round = 0; round < 500; ++round) {
    for (int i = 0; i < 5; ++i)
      ASSERT_TRUE(queue
                      .submit(call([&, round] {
                                wrong += phase != round;
                                ++ran;
                              }),
                              {}, nullptr, false)
                      .ok());
    ASSERT_TRUE(queue.submitMarker(CL_COMMAND_MARKER, {}, nullptr).ok());
    ASSERT_TRUE(queue.submitMarker(CL_COMMAND_BARRIER, {}, nullptr).ok());
    ASSERT_TRUE(queue.submit(call([&] { ++phase; }), {}, nullptr, false).ok());
    ASSERT_TRUE(queue.submitMarker(CL_COMMAND_BARRIER, {}, nullptr).ok());
    if (round % 50 == 0) ASSERT_TRUE(queue.flush().ok());
  }
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(ran, 2500);
}

TEST_F(OutOfOrderQueue, ManyThreadsEnqueueDependAndFinish) {
  Queue& queue = makeQueue(kOutOfOrder);
  Queue& other = makeQueue(kInOrder);
  std::atomic<uint64_t> total = 0;
  constexpr int kThreads = 4, kRounds = 1000;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      cl_event last = nullptr;
      for (int i = 0; i < kRounds; ++i) {
        Event* waits[] = {last ? &eventOf(last) : nullptr};
        cl_event event = nullptr;
        Queue& to = i % 3 ? queue : other;
        ASSERT_TRUE(
            to.submit(call([&] { ++total; }), {waits, size_t{last != nullptr}}, &event, i % 97 == t)
                .ok());
        if (last) eventOf(last).release();
        last = event;
        if (i % 41 == 0) ASSERT_TRUE(queue.submitMarker(CL_COMMAND_BARRIER, {}, nullptr).ok());
        if (i % 53 == 0) EXPECT_EQ(wait(eventOf(event)), CL_SUCCESS);
        if (i % 211 == 0) ASSERT_TRUE(queue.finish().ok());
      }
      eventOf(last).release();
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(other.finish().ok() && queue.finish().ok());
  EXPECT_EQ(total, uint64_t{kThreads} * kRounds);
}

}  // namespace
}  // namespace lanewise
