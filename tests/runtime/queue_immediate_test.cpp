// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues whose calls run their commands themselves (cl_intel_exec_by_local_thread).
#include "runtime/queue/queue.h"
#include "tests/runtime/queue_fixture.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace lanewise {
namespace {

using namespace std::chrono_literals;

class ImmediateQueue : public QueueFixture {
 protected:
  static constexpr cl_command_queue_properties kImmediate = CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  Queue& inOrder() { return makeQueue(kImmediate | CL_QUEUE_PROFILING_ENABLE); }
  Queue& outOfOrder() { return makeQueue(kImmediate | kOutOfOrder); }
};

TEST_F(ImmediateQueue, RunsACommandInTheCallAndOnItsThread) {
  for (Queue* queue : {&inOrder(), &outOfOrder()}) {
    std::thread::id ran;
    // Native kernels are no exception: the second one may not run in a thread that only waits.
    for (bool hostMayHelp : {true, false}) {
      const Event& event =
          submit(*queue, call([&] { ran = std::this_thread::get_id(); }, hostMayHelp));
      EXPECT_EQ(ran, std::this_thread::get_id());
      EXPECT_EQ(event.status(), CL_COMPLETE);
    }
    EXPECT_TRUE(queue->flush().ok());
    EXPECT_TRUE(queue->finish().ok());
  }
}

TEST_F(ImmediateQueue, CallsNoHelpers) {
  std::set<std::thread::id> threads;
  submit(inOrder(), call([&] {
           device_.workers().forEachRange(
               1000, 1,
               [](void* user, uint64_t, uint64_t) {
                 // Not guarded: there is one thread.
                 static_cast<std::set<std::thread::id>*>(user)->insert(std::this_thread::get_id());
                 std::this_thread::sleep_for(10us);
               },
               &threads);
         }));
  EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST_F(ImmediateQueue, WaitsForItsWaitList) {
  Queue& queue = inOrder();
  Event& user = userEvent();
  std::atomic<bool> ran = false;
  std::thread setter([&] {
    std::this_thread::sleep_for(20ms);
    EXPECT_FALSE(ran);
    user.setUserStatus(CL_COMPLETE);
  });
  submit(queue, call([&] { ran = true; }), {&user});
  EXPECT_TRUE(ran);
  setter.join();
  // Of another queue, which nobody has flushed.
  Event& other = submit(makeQueue(kInOrder), call([] { std::this_thread::sleep_for(1ms); }));
  Event& event = submit(queue, call([&] { EXPECT_EQ(other.status(), CL_COMPLETE); }), {&other});
  EXPECT_EQ(event.status(), CL_COMPLETE);
}

TEST_F(ImmediateQueue, DoesNotRunWhatWaitsForAFailedEvent) {
  Event& failed = submit(makeQueue(kInOrder), failing(CL_OUT_OF_RESOURCES));
  bool ran = false;
  const Event& event = submit(inOrder(), call([&] { ran = true; }), {&failed});
  EXPECT_FALSE(ran);
  EXPECT_EQ(event.status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ImmediateQueue, ErrorsAreTheEventsOrThoseOfABlockingCall) {
  Queue& queue = inOrder();
  EXPECT_EQ(submit(queue, failing(CL_OUT_OF_RESOURCES)).status(), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(queue.submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true).code,
            CL_OUT_OF_RESOURCES);
  EXPECT_EQ(queue.submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, false).code, CL_SUCCESS);
}

TEST_F(ImmediateQueue, MarkersAreCompleteAtOnce) {
  for (Queue* queue : {&inOrder(), &outOfOrder()})
    for (cl_command_type type : {CL_COMMAND_MARKER, CL_COMMAND_BARRIER})
      EXPECT_EQ(marker(*queue, type).status(), CL_COMPLETE);
}

// How many of eight threads' commands were running at the same time.
int mostAtOnce(Queue& queue) {
  std::atomic<int> now = 0, most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      const auto body = [&] {
        const int running = ++now;
        for (int seen = most; seen < running && !most.compare_exchange_weak(seen, running);) {
        }
        std::this_thread::sleep_for(5ms);
        --now;
      };
      EXPECT_TRUE(queue.submit(call(body), {}, nullptr, false).ok());
    });
  for (std::thread& thread : threads) thread.join();
  return most;
}

TEST_F(ImmediateQueue, CommandsOfThreadsOverlapOutOfOrderOnly) {
  EXPECT_EQ(mostAtOnce(inOrder()), 1);
  EXPECT_GT(mostAtOnce(outOfOrder()), 1);
}

TEST_F(ImmediateQueue, FinishWaitsForCommandsOfOtherThreads) {
  for (Queue* queue : {&inOrder(), &outOfOrder()}) {
    std::atomic<int> state = 0;
    std::thread other([&] {
      EXPECT_TRUE(queue
                      ->submit(call([&] {
                                 state = 1;
                                 std::this_thread::sleep_for(20ms);
                                 state = 2;
                               }),
                               {}, nullptr, false)
                      .ok());
    });
    while (state == 0) std::this_thread::yield();
    EXPECT_TRUE(queue->finish().ok());
    EXPECT_EQ(state, 2);
    other.join();
  }
}

}  // namespace
}  // namespace lanewise
