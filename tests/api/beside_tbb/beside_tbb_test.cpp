// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An application whose own oneTBB tasks occupy all of oneTBB's threads and wait for OpenCL.
#include "tests/api/deadline.h"
#include "tests/api/fixture.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>

using namespace lanewise::test;

namespace {

constexpr int kTasks = 64;  // more than oneTBB has threads

class BesideTbb : public ApiTest {
 protected:
  void CL_CALLBACK static nothing(void*) {}
  void CL_CALLBACK static tell(cl_event, cl_int, void* user) {
    static_cast<std::promise<void>*>(user)->set_value();
  }

  /// A command whose event callback the calling thread waits for.
  void waitForACallback() {
    Queue queue = makeQueue(context());
    cl_event handle = nullptr;
    ASSERT_EQ(
        clEnqueueNativeKernel(queue, nothing, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, &handle),
        CL_SUCCESS);
    const Event event(handle);
    std::promise<void> called;
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, tell, &called), CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    called.get_future().wait();
  }

  /// Runs `task` as kTasks tasks of the application, from when they are in all threads of oneTBB,
  /// and returns when they are done.
  void inTasksOfTheApplication(const std::function<void()>& task) {
    useAll();
    const auto threads =
        int(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
    struct State {
      std::mutex mutex;
      std::condition_variable changed;
      int begun = 0, done = 0;
    } state;
    tbb::task_arena arena(threads, /*reserved_for_masters=*/0);
    for (int i = 0; i < kTasks; ++i)
      arena.enqueue([&] {
        {
          std::unique_lock lock(state.mutex);
          ++state.begun;
          state.changed.notify_all();
          // The main thread counts as one.
          state.changed.wait(lock, [&] { return state.begun >= threads - 1; });
        }
        task();
        const std::lock_guard lock(state.mutex);
        ++state.done;
        state.changed.notify_all();
      });
    std::unique_lock lock(state.mutex);
    state.changed.wait(lock, [&] { return state.done == kTasks; });
  }

  /// So that the platform has its threads.
  void useAll() {
    const Buffer buffer = makeBuffer(16 << 20);
    EXPECT_EQ(contents(buffer).size(), 16u << 20);
    waitForACallback();
  }

 private:
  const Deadline deadline_;
};

}  // namespace

TEST_F(BesideTbb, CommandsRunWhileTasksWaitForEventCallbacks) {
  inTasksOfTheApplication([&] { waitForACallback(); });
}

TEST_F(BesideTbb, NativeKernelsRunWhileTasksWaitForThem) {
  inTasksOfTheApplication([&] {
    const Queue queue = makeQueue(context());
    ASSERT_EQ(
        clEnqueueNativeKernel(queue, nothing, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  });
}

TEST_F(BesideTbb, ASubDeviceRunsCommandsWhileTasksWaitForIt) {
  if (!part()) GTEST_SKIP() << "the device has one compute unit";
  cl_device_id device = part();
  const Context own(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
  inTasksOfTheApplication([&] {
    const Queue queue(clCreateCommandQueueWithProperties(own, device, nullptr, nullptr));
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  });
}

TEST_F(BesideTbb, ALoopEndsWithoutHelpers) {
  // Large enough to be shared.
  const std::vector<unsigned char> bytes = counted(16 << 20);
  const Buffer source =
      makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, const_cast<unsigned char*>(bytes.data()));
  const Buffer target = makeBuffer(bytes.size());
  std::promise<void> copied;
  const std::shared_future<void> end = copied.get_future().share();
  // With the tasks of the application in all threads, this one copies alone.
  std::atomic<bool> begun = false;
  inTasksOfTheApplication([&] {
    if (begun.exchange(true)) return end.wait();
    ASSERT_EQ(clEnqueueCopyBuffer(queue(), source, target, 0, 0, bytes.size(), 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    copied.set_value();
  });
  EXPECT_EQ(contents(target), bytes);
}
