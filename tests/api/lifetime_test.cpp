// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of every type live as long as the application or another object needs them, for every
// order of releases and every thread or callback that releases them.
#include "tests/api/program_fixture.h"
#include "tests/runtime/fake/gate.h"

#include "runtime/base/svm_names.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

using namespace lanewise::test;

namespace {

/// Records of destructor callbacks, in order; a context's comes after those of its objects.
struct Destroyed {
  void add(const void* what) {
    std::lock_guard lock(mutex);
    order.push_back(what);
    changed.notify_all();
  }
  std::vector<const void*> list() {
    std::lock_guard lock(mutex);
    return order;
  }
  /// True once there are this many; false after a minute.
  bool reaches(size_t count) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::minutes(1), [&] { return order.size() >= count; });
  }
  static void CL_CALLBACK memory(cl_mem handle, void* user) {
    static_cast<Destroyed*>(user)->add(handle);
  }
  static void CL_CALLBACK context(cl_context handle, void* user) {
    static_cast<Destroyed*>(user)->add(handle);
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<const void*> order;
};

/// One object of every type, using each other, with a launch in progress.
struct Everything {
  cl_context context;
  cl_command_queue queue;
  cl_mem buffer, part;
  cl_program program;
  cl_kernel kernel;
  cl_event gate, launch;

  void release(int which) {
    switch (which) {
      case 0: clReleaseContext(context); break;
      case 1: clReleaseCommandQueue(queue); break;
      case 2: clReleaseMemObject(buffer); break;
      case 3: clReleaseMemObject(part); break;
      case 4: clReleaseProgram(program); break;
      case 5: clReleaseKernel(kernel); break;
      case 6: clReleaseEvent(gate); break;
      case 7: clReleaseEvent(launch); break;
    }
  }
  static constexpr int kObjects = 8;

  std::array<cl_uint, kObjects> counts() const {
    return {infoOf<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetMemObjectInfo, part, CL_MEM_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetEventInfo, gate, CL_EVENT_REFERENCE_COUNT),
            infoOf<cl_uint>(clGetEventInfo, launch, CL_EVENT_REFERENCE_COUNT)};
  }
};

struct LifetimeTest : ProgramTest {
  Everything makeEverything(Destroyed& destroyed) {
    Everything all{};
    const cl_device_id only = device();
    all.context = clCreateContext(nullptr, 1, &only, nullptr, nullptr, nullptr);
    clSetContextDestructorCallback(all.context, Destroyed::context, &destroyed);
    all.queue = clCreateCommandQueueWithProperties(all.context, only, nullptr, nullptr);
    all.buffer = clCreateBuffer(all.context, 0, 512, nullptr, nullptr);
    clSetMemObjectDestructorCallback(all.buffer, Destroyed::memory, &destroyed);
    const cl_buffer_region region{128, 256};
    all.part = clCreateSubBuffer(all.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    clSetMemObjectDestructorCallback(all.part, Destroyed::memory, &destroyed);
    const auto words = fakeModule("ok");
    all.program = clCreateProgramWithIL(all.context, words.data(), words.size() * 4, nullptr);
    EXPECT_EQ(build(all.program), CL_SUCCESS);
    all.kernel = clCreateKernel(all.program, "fill", nullptr);
    const cl_int value = 3;
    clSetKernelArg(all.kernel, 0, sizeof(cl_mem), &all.part);
    clSetKernelArg(all.kernel, 1, sizeof value, &value);
    all.gate = clCreateUserEvent(all.context, nullptr);
    const size_t items = 64;
    EXPECT_EQ(clEnqueueNDRangeKernel(all.queue, all.kernel, 1, nullptr, &items, nullptr, 1,
                                     &all.gate, &all.launch),
              CL_SUCCESS);
    return all;
  }
  static void expectChildrenFirst(Destroyed& destroyed, const Everything& all) {
    ASSERT_TRUE(destroyed.reaches(3)) << destroyed.list().size() << " of 3 destroyed";
    EXPECT_EQ(destroyed.list(), (std::vector<const void*>{all.part, all.buffer, all.context}));
  }
};

}  // namespace

TEST_F(LifetimeTest, WhatObjectsHoldOfEachOtherIsNotCounted) {
  Destroyed destroyed;
  Everything all = makeEverything(destroyed);
  std::array<cl_uint, Everything::kObjects> ones;
  ones.fill(1);
  EXPECT_EQ(all.counts(), ones);
  clSetUserEventStatus(all.gate, CL_COMPLETE);
  ASSERT_EQ(clFinish(all.queue), CL_SUCCESS);
  EXPECT_EQ(all.counts(), ones);
  for (int which = 0; which < Everything::kObjects; ++which) all.release(which);
  expectChildrenFirst(destroyed, all);
}

TEST_F(LifetimeTest, ObjectsAreReleasedInAnyOrderWhileCommandsRun) {
  std::mt19937 random(1);
  std::array<int, Everything::kObjects> order{0, 1, 2, 3, 4, 5, 6, 7};
  for (int round = 0; round < 200; ++round) {
    Destroyed destroyed;
    Everything all = makeEverything(destroyed);
    std::ranges::shuffle(order, random);
    clSetUserEventStatus(all.gate, CL_COMPLETE);
    for (int which : order) all.release(which);
    expectChildrenFirst(destroyed, all);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST_F(LifetimeTest, AQueueThatIsReleasedRunsItsCommands) {
  Destroyed destroyed;
  Everything all = makeEverything(destroyed);
  for (int which : {0, 1, 2, 3, 4, 5}) all.release(which);
  waitForCallbacks();
  EXPECT_TRUE(destroyed.list().empty());
  clSetUserEventStatus(all.gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &all.launch), CL_SUCCESS);
  all.release(6);
  all.release(7);
  expectChildrenFirst(destroyed, all);
}

TEST_F(LifetimeTest, EverythingIsReleasedFromACallback) {
  struct Both {
    Everything all;
    Destroyed destroyed;
  } both;
  both.all = makeEverything(both.destroyed);
  const auto releaseAll = [](cl_event, cl_int, void* user) {
    auto& all = static_cast<Both*>(user)->all;
    for (int which = 0; which < Everything::kObjects; ++which) all.release(which);
  };
  ASSERT_EQ(clSetEventCallback(both.all.launch, CL_COMPLETE, releaseAll, &both), CL_SUCCESS);
  ASSERT_EQ(clFlush(both.all.queue), CL_SUCCESS);
  clSetUserEventStatus(both.all.gate, CL_COMPLETE);
  expectChildrenFirst(both.destroyed, both.all);
}

TEST_F(LifetimeTest, TheHandleThatAnEventCallbackGetsIsValidAfterItsRelease) {
  std::promise<std::pair<cl_int, cl_int>> told;
  const auto ask = [](cl_event event, cl_int, void* user) {
    cl_int status = 77;
    const cl_int code =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    static_cast<decltype(told)*>(user)->set_value({code, status});
  };
  Event gate(clCreateUserEvent(context(), nullptr));
  cl_event event = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, gate.array(), &event), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, ask, &told), CL_SUCCESS);
  clReleaseEvent(event);
  clFlush(queue());
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(told.get_future().get(), std::pair(cl_int(CL_SUCCESS), cl_int(CL_COMPLETE)));
}

TEST_F(LifetimeTest, ACallbackMayRetainTheEventItGets) {
  std::promise<cl_event> told;
  const auto keep = [](cl_event event, cl_int, void* user) {
    clRetainEvent(event);
    static_cast<decltype(told)*>(user)->set_value(event);
  };
  Event gate(clCreateUserEvent(context(), nullptr));
  cl_event event = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, gate.array(), &event), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, keep, &told), CL_SUCCESS);
  clReleaseEvent(event);
  clFlush(queue());
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(told.get_future().get(), event);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
}

TEST_F(LifetimeTest, TheHandleThatABuildCallbackGetsIsValidAfterItsRelease) {
  std::promise<cl_int> told;
  const auto ask = [](cl_program program, void* user) {
    static_cast<std::promise<cl_int>*>(user)->set_value(
        clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, 0, nullptr, nullptr));
  };
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, ask, &told), CL_SUCCESS);
  own.reset();
  gate.wait();
  gate.open();
  EXPECT_EQ(told.get_future().get(), CL_SUCCESS);
}

TEST_F(LifetimeTest, AContextThatAQueueKeepsAliveIsValidAfterItsRelease) {
  Context made = makeContext();
  Queue queue = makeQueue(made);
  made.reset();
  const auto context =
      infoOf<cl_context>(clGetCommandQueueInfo, cl_command_queue(queue), CL_QUEUE_CONTEXT);
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES), 1u);
  cl_int code = 1;
  Buffer buffer(clCreateBuffer(context, 0, 64, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
}

TEST_F(LifetimeTest, AProgramThatAKernelKeepsAliveIsValidAfterItsRelease) {
  OwnedProgram made = makeProgram();
  ASSERT_EQ(build(made), CL_SUCCESS);
  OwnedKernel kernel(clCreateKernel(made, "fill", nullptr));
  made.reset();
  const auto program = infoOf<cl_program>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_PROGRAM);
  EXPECT_EQ(infoOf<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES), 1u);
}

TEST_F(LifetimeTest, ABufferThatASubBufferKeepsAliveIsValidAfterItsRelease) {
  Buffer made = makeBuffer(512);
  const cl_buffer_region region{128, 256};
  Buffer part(clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  made.reset();
  const auto buffer = infoOf<cl_mem>(clGetMemObjectInfo, cl_mem(part), CL_MEM_ASSOCIATED_MEMOBJECT);
  EXPECT_EQ(contents(buffer).size(), 512u);
}

TEST_F(LifetimeTest, AQueueThatAnEventKeepsAliveIsValidAfterItsRelease) {
  Queue made = makeQueue(context());
  cl_event marker = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(made, 0, nullptr, &marker), CL_SUCCESS);
  Event event(marker);
  made.reset();
  const auto queue =
      infoOf<cl_command_queue>(clGetEventInfo, cl_event(event), CL_EVENT_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(LifetimeTest, RetainRevivesWhatAChildKeepsAlive) {
  Context made = makeContext();
  Queue queue = makeQueue(made);
  const cl_context context = made;
  made.reset();
  EXPECT_EQ(clReleaseContext(context), CL_INVALID_CONTEXT) << "nothing left to release";
  ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT), 1u);
  queue.reset();
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  EXPECT_EQ(clRetainContext(context), CL_INVALID_CONTEXT) << "deleted";
}

TEST_F(LifetimeTest, SvmOutlivesTheBufferOverIt) {
  Destroyed destroyed;
  void* const memory = clSVMAlloc(context(), 0, 64, 0);
  cl_mem over = clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 64, memory, nullptr);
  clSetMemObjectDestructorCallback(over, Destroyed::memory, &destroyed);
  clReleaseMemObject(over);
  EXPECT_TRUE(destroyed.reaches(1));
  static_cast<unsigned char*>(memory)[63] = 1;
  clSVMFree(context(), memory);
}

TEST_F(LifetimeTest, ManyThreadsRetainAndRelease) {
  Destroyed destroyed;
  Everything all = makeEverything(destroyed);
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) {
      clRetainContext(all.context), clRetainCommandQueue(all.queue), clRetainMemObject(all.buffer);
      clRetainMemObject(all.part), clRetainProgram(all.program), clRetainKernel(all.kernel);
      clRetainEvent(all.gate), clRetainEvent(all.launch);
      for (int which = 0; which < Everything::kObjects; ++which) all.release(which);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
  std::array<cl_uint, Everything::kObjects> ones;
  ones.fill(1);
  EXPECT_EQ(all.counts(), ones);
  clSetUserEventStatus(all.gate, CL_COMPLETE);
  for (int which = 0; which < Everything::kObjects; ++which) all.release(which);
  expectChildrenFirst(destroyed, all);
}

TEST_F(LifetimeTest, TheLastReleaseComesFromAnyThread) {
  for (int round = 0; round < 50; ++round) {
    Destroyed destroyed;
    Everything all = makeEverything(destroyed);
    clSetUserEventStatus(all.gate, CL_COMPLETE);
    for (int i = 1; i < 4; ++i) {
      clRetainContext(all.context), clRetainCommandQueue(all.queue), clRetainMemObject(all.buffer);
      clRetainMemObject(all.part), clRetainProgram(all.program), clRetainKernel(all.kernel);
      clRetainEvent(all.gate), clRetainEvent(all.launch);
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        for (int k = 0; k < Everything::kObjects; ++k)
          all.release((k * 3 + i) % Everything::kObjects);
      });
    for (auto& thread : threads) thread.join();
    expectChildrenFirst(destroyed, all);
    if (HasFailure()) FAIL() << "round " << round;
  }
}
