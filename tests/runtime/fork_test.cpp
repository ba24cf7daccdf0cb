// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forked processes: in the child, new queues get new threads and old queues return errors. The
// child never hangs, in any state of the parent's threads.
#include "queue_fixture.h"
#include "tests/in_child.h"
#include "tests/sanitizers.h"

#include <unistd.h>
#include <atomic>
#include <thread>

namespace lanewise {
namespace {

using test::inChild;

class ForkTest : public QueueFixture {
 protected:
  void SetUp() override {
    if (LW_THREAD_SANITIZER)
      GTEST_SKIP() << "ThreadSanitizer ends a forked child that makes threads";
  }
  /// Uses everything that creates threads.
  bool usesAll() {
    std::atomic<int> ran = 0;
    auto* queue = new Queue(*context_, device_, kInOrder, {});
    bool good = true;
    for (int i = 0; i < 100; ++i)
      good &= queue->submit(call([&] { ++ran; }, i % 10 != 0), {}, nullptr, i % 7 == 0).ok();
    good &= queue->flush().ok() && queue->finish().ok();
    std::atomic<uint64_t> total = 0;
    const auto add = [](void* user, uint64_t begin, uint64_t end) {
      *static_cast<std::atomic<uint64_t>*>(user) += end - begin;
    };
    for (int i = 0; i < 20; ++i) device_.workers().forEachRange(1000, 10, add, &total);
    cl_event event;
    good &= queue->submit(call([] {}), {}, &event, true).ok();
    std::atomic<bool> called = false;
    eventOf(event).addCallback(
        CL_COMPLETE,
        [](cl_event, cl_int, void* user) {
          auto& flag = *static_cast<std::atomic<bool>*>(user);
          flag = true;
          flag.notify_all();
        },
        &called);
    called.wait(false);
    eventOf(event).release();
    queue->release();
    return good && ran == 100 && total == 20'000;
  }
};

TEST_F(ForkTest, AChildOfAProcessThatUsedEverythingUsesEverything) {
  ASSERT_TRUE(usesAll());
  EXPECT_EQ(inChild([&] { return usesAll(); }), 0);
}

TEST_F(ForkTest, TheChildUsesADeviceThatAThreadOfTheParentWasJustMakingThreadsFor) {
  for (int round = 0; round < 30; ++round) {
    const Ref<Device> part = Ref<Device>::adopt(
        new Device(device_, 1, {device_.processors().begin(), device_.processors().end()}, {}));
    std::atomic<bool> go = false;
    std::thread user([&] {
      go.wait(false);
      part->workers();
    });
    go = true;
    go.notify_all();
    EXPECT_EQ(inChild([&] { return part->workers().threads() == 1; }), 0);
    user.join();
  }
}

TEST_F(ForkTest, AGrandchildUsesEverything) {
  ASSERT_TRUE(usesAll());
  EXPECT_EQ(inChild([&] { return usesAll() && inChild([&] { return usesAll(); }) == 0; }), 0);
}

TEST_F(ForkTest, TheParentGoesOn) {
  ASSERT_EQ(inChild([&] { return usesAll(); }), 0);
  EXPECT_TRUE(usesAll());
}

TEST_F(ForkTest, AQueueOfTheParentIsRefusedInTheChild) {
  Queue& queue = makeQueue(kInOrder);
  Event& user = userEvent();
  Event& pending = submit(queue, call([] {}), {&user});
  ASSERT_TRUE(queue.flush().ok());
  EXPECT_EQ(inChild([&] {
              return queue.submit(call([] {}), {}, nullptr, true).code == CL_OUT_OF_RESOURCES &&
                     queue.flush().code == CL_OUT_OF_RESOURCES &&
                     queue.finish().code == CL_OUT_OF_RESOURCES &&
                     queue.submitMarker(CL_COMMAND_MARKER, {}, nullptr).code ==
                         CL_OUT_OF_RESOURCES &&
                     wait(pending) == CL_OUT_OF_RESOURCES;
            }),
            0);
  ASSERT_TRUE(user.setUserStatus(CL_COMPLETE).ok());
  EXPECT_TRUE(queue.finish().ok());
}

TEST_F(ForkTest, TheChildMakesQueuesInAContextWhereThreadsOfTheParentWereMakingSome) {
  std::atomic<bool> stop = false;
  const auto comeAndGo = [&] { (new Queue(*context_, device_, kInOrder, {}))->release(); };
  std::vector<std::thread> busy;
  for (int t = 0; t < 2; ++t)
    busy.emplace_back([&] {
      while (!stop) comeAndGo();
    });
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(inChild([&] {
                comeAndGo();
                Queue::finishAll(*context_);
                return true;
              }),
              0)
        << "fork " << i;
  stop = true;
  for (std::thread& thread : busy) thread.join();
}

TEST_F(ForkTest, ForksWhileThreadsAreBusyLeaveChildrenThatWork) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> busy;
  for (int t = 0; t < 2; ++t)
    busy.emplace_back([&] {
      while (!stop) EXPECT_TRUE(usesAll());
    });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(inChild([&] { return usesAll(); }), 0) << "fork " << i;
  stop = true;
  for (std::thread& thread : busy) thread.join();
}

}  // namespace
}  // namespace lanewise
