// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: states, callbacks, user events.
#include "queue_fixture.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lanewise {
namespace {

/// Collects the arguments of callbacks.
struct Told {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<cl_int> states;
  std::thread::id thread;

  static void CL_CALLBACK note(cl_event, cl_int state, void* user) {
    auto& told = *static_cast<Told*>(user);
    std::lock_guard lock(told.mutex);
    told.states.push_back(state);
    told.thread = std::this_thread::get_id();
    told.changed.notify_all();
  }
  std::vector<cl_int> waitFor(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return states.size() >= count; });
    return states;
  }
};

using EventTest = QueueFixture;

TEST_F(EventTest, CallbacksOfAllStatesComeInOrderOnAThreadOfOurs) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  Told told;
  Event& event = submit(queue, call([] {}), {&user});
  for (cl_int state : {CL_COMPLETE, CL_SUBMITTED, CL_RUNNING})
    event.addCallback(state, Told::note, &told);
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(told.waitFor(3), (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
  EXPECT_NE(told.thread, std::this_thread::get_id());
}

TEST_F(EventTest, CallbacksOfACompleteEventAreCalledAtOnce) {
  Queue& queue = makeQueue(kInOrder);
  Event& event = submit(queue, call([] {}));
  ASSERT_TRUE(queue.finish().ok());
  Told told;
  event.addCallback(CL_SUBMITTED, Told::note, &told);
  event.addCallback(CL_COMPLETE, Told::note, &told);
  EXPECT_EQ(told.waitFor(2), (std::vector<cl_int>{CL_SUBMITTED, CL_COMPLETE}));
}

TEST_F(EventTest, CallbacksOfAFailedCommandGetTheError) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  Told told;
  Event& event = submit(queue, call([] {}), {&user});
  event.addCallback(CL_COMPLETE, Told::note, &told);
  ASSERT_TRUE(user.setUserStatus(-7).ok());
  ASSERT_TRUE(queue.finish().ok());
  EXPECT_EQ(told.waitFor(1), std::vector<cl_int>{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
}

TEST_F(EventTest, ACallbackMayReleaseTheEventAndEnqueue) {
  Queue& queue = makeQueue(kInOrder);
  struct State {
    Queue& queue;
    std::atomic<bool> ran = false;
  } state{queue};
  cl_event event;
  ASSERT_TRUE(queue.submit(call([] {}), {}, &event, false).ok());
  eventOf(event).addCallback(
      CL_COMPLETE,
      [](cl_event handle, cl_int, void* user) {
        auto& inner = *static_cast<State*>(user);
        eventOf(handle).release();
        const auto note = [&inner] {
          inner.ran = true;
          inner.ran.notify_all();
        };
        EXPECT_TRUE(inner.queue.submit(call(note), {}, nullptr, false).ok());
        EXPECT_TRUE(inner.queue.flush().ok());
      },
      &state);
  ASSERT_TRUE(queue.finish().ok());
  state.ran.wait(false);
  EXPECT_TRUE(queue.finish().ok());
}

TEST_F(EventTest, ACallbackMayReleaseAUserEventWhileItsStatusIsBeingSet) {
  for (int round = 0; round < 2000; ++round) {
    std::atomic<bool> called = false;
    Event* event = Event::createUser(*context_);
    event->addCallback(
        CL_COMPLETE,
        [](cl_event handle, cl_int, void* user) {
          eventOf(handle).release();
          *static_cast<std::atomic<bool>*>(user) = true;
        },
        &called);
    EXPECT_TRUE(event->setUserStatus(CL_COMPLETE).ok());
    while (!called) std::this_thread::yield();
  }
}

TEST_F(EventTest, AThreadThatPollsMayReleaseAUserEventWhileItsStatusIsBeingSet) {
  Queue& queue = makeQueue(kInOrder);
  for (int round = 0; round < 500; ++round) {
    Event* event = Event::createUser(*context_);
    std::atomic<bool> ran = false;
    Event* list[] = {event};
    ASSERT_TRUE(queue.submit(call([&] { ran = true; }), list, nullptr, false).ok());
    std::thread releasing([&] {
      while (!event->done()) std::this_thread::yield();
      event->release();
    });
    EXPECT_TRUE(event->setUserStatus(CL_COMPLETE).ok());
    releasing.join();
    EXPECT_TRUE(queue.finish().ok());
    EXPECT_TRUE(ran) << "round " << round;
  }
}

TEST_F(EventTest, ACallbackMayReleaseTheEventThatItIsAddedTo) {
  for (int round = 0; round < 2000; ++round) {
    std::atomic<bool> called = false;
    Event* event = Event::createUser(*context_);
    ASSERT_TRUE(event->setUserStatus(CL_COMPLETE).ok());
    event->addCallback(
        CL_COMPLETE,
        [](cl_event handle, cl_int, void* user) {
          eventOf(handle).release();
          *static_cast<std::atomic<bool>*>(user) = true;
        },
        &called);
    while (!called) std::this_thread::yield();
  }
}

TEST_F(EventTest, AUserEventIsSetOnce) {
  Event& user = userEvent();
  EXPECT_EQ(user.status(), CL_SUBMITTED);
  EXPECT_TRUE(user.setUserStatus(-3).ok());
  EXPECT_EQ(user.setUserStatus(CL_COMPLETE).code, CL_INVALID_OPERATION);
  EXPECT_EQ(user.status(), -3);
}

TEST_F(EventTest, WaitingForAUserEventEndsWhenAnotherThreadSetsIt) {
  Event& user = userEvent();
  std::thread setter([&] { EXPECT_TRUE(user.setUserStatus(CL_COMPLETE).ok()); });
  EXPECT_EQ(wait(user), CL_SUCCESS);
  setter.join();
}

TEST_F(EventTest, WaitingForAFailedEventSaysSo) {
  Event& user = userEvent();
  ASSERT_TRUE(user.setUserStatus(-3).ok());
  EXPECT_EQ(wait(user), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(EventTest, WaitingForEventsOfSeveralQueues) {
  std::vector<Event*> all;
  std::atomic<int> ran = 0;
  for (int i = 0; i < 8; ++i) {
    Queue& queue = makeQueue(i % 2 ? kInOrder : kOutOfOrder);
    for (int k = 0; k < 4; ++k) all.push_back(&submit(queue, call([&] { ++ran; })));
  }
  EXPECT_TRUE(Queue::wait(all).ok());
  EXPECT_EQ(ran, 32);
}

TEST_F(EventTest, ManyThreadsSetUserEventsThatOneCommandWaitsFor) {
  Queue& queue = makeQueue(kOutOfOrder);
  for (int round = 0; round < 200; ++round) {
    std::vector<Event*> users;
    for (int i = 0; i < 4; ++i) users.push_back(&userEvent());
    Event& event = submit(queue, call([] {}), users);
    std::vector<std::thread> threads;
    for (Event* user : users)
      threads.emplace_back([user] { EXPECT_TRUE(user->setUserStatus(CL_COMPLETE).ok()); });
    EXPECT_EQ(wait(event), CL_SUCCESS);
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace lanewise
