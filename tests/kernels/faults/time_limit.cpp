// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that do not end, with LANEWISE_KERNEL_SECONDS=1: the command fails, and everything else
// goes on.
#include "faults/faulty_kernels.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <future>
#include <thread>

namespace kernels {
namespace {

// `value` and `at` have no meaning but for the names.
const char* const kEndlessKernels = R"(
kernel void good(global int* out, ulong value, ulong at) { out[get_global_id(0)] = value; }
kernel void many_steps(global int* out, ulong value, ulong at) {
  ulong x = get_global_id(0);
  for (ulong i = 0; i != value; ++i) x = x * 6364136223846793005ul + (i ^ x >> 7);
  out[get_global_id(0)] = x;
}
kernel void loop(global int* out, ulong value, ulong at) {
  if (get_global_id(0) >= at) while (*(volatile global int*)out != 12345) ;
  out[get_global_id(0)] = 2;
}
kernel void no_access(global int* out, ulong value, ulong at) {
  ulong x = value;
  while (x != 0) x = (x * 6364136223846793005ul) | 1;
  out[get_global_id(0)] = x;
}
kernel void barriers(global int* out, ulong value, ulong at) {
  local int shared[64];
  while (*(volatile global int*)out != 12345) {
    shared[get_local_id(0)] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[get_local_id(0) ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void prints(global int* out, ulong value, ulong at) {
  for (;;) if (printf("") == 1) out[0] = 1;
}
kernel void many_groups(global int* out, ulong value, ulong at) {
  int x = get_global_id(0);
  for (int i = 0; i < 20000; ++i) x = x * 1664525 + 1013904223;
  if (x == 77) out[get_local_id(0)] = x;
}
)";

enum Runs { kInFinish, kOnQueueThread };

class TimeLimit : public FaultTest {
 protected:
  void SetUp() override {
    const char* limit = std::getenv("LANEWISE_KERNEL_SECONDS");
    if (!limit || std::string(limit) != "1") GTEST_SKIP() << "needs LANEWISE_KERNEL_SECONDS=1";
    FaultTest::SetUp();
    if (context_) buildProgram("", kEndlessKernels);
  }
  /// The status of the command after it has run in clFinish or on a queue thread.
  static cl_int statusAfter(cl_command_queue on, cl_event event, Runs where) {
    if (where == kInFinish) {
      EXPECT_EQ(clFinish(on), CL_SUCCESS);
      return statusOnce(event);
    }
    std::promise<void> done;
    clSetEventCallback(
        event, CL_COMPLETE,
        [](cl_event, cl_int, void* user) { static_cast<std::promise<void>*>(user)->set_value(); },
        &done);
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    done.get_future().wait();
    return statusOnce(event);
  }
};

struct Endless {
  const char* kernel;
  size_t items;
  cl_ulong at;
};

class EndlessKernels
    : public TimeLimit,
      public testing::WithParamInterface<std::tuple<Endless, Runs, /*out of order*/ bool>> {};

TEST_P(EndlessKernels, FailAndTheQueueGoesOn) {
  const auto& [endless, where, outOfOrder] = GetParam();
  cl_command_queue on = queue(outOfOrder);
  ASSERT_TRUE(works(on, 3));
  cl_event event = enqueue(on, endless.kernel, 1, endless.at, endless.items);
  EXPECT_EQ(statusAfter(on, event, where), CL_OUT_OF_RESOURCES);
  const std::string messages = messages_.take();
  EXPECT_NE(messages.find(std::string("kernel '") + endless.kernel +
                          "' failed: it did not end within 1 s (LANEWISE_KERNEL_SECONDS)"),
            std::string::npos)
      << messages;
  EXPECT_TRUE(works(on, 4));
}

std::string nameOf(const testing::TestParamInfo<EndlessKernels::ParamType>& info) {
  const auto& [endless, where, outOfOrder] = info.param;
  return std::string(endless.kernel) + std::to_string(endless.items) +
         (where == kInFinish ? "InFinish" : "OnQueueThread") +
         (outOfOrder ? "OutOfOrder" : "InOrder");
}

INSTANTIATE_TEST_SUITE_P(
    , EndlessKernels,
    testing::Combine(testing::Values(Endless{"loop", 1024, 130}, Endless{"loop", 1 << 20, 1 << 19},
                                     Endless{"no_access", 64, 0}, Endless{"barriers", 1024, 0},
                                     Endless{"prints", 64, 0}),
                     testing::Values(kInFinish, kOnQueueThread), testing::Bool()),
    nameOf);

TEST_F(TimeLimit, CountsAllWorkGroupsOfALaunch) {
  cl_event event = enqueue(queue(), "many_groups", 0, 0, size_t{1} << 40);
  EXPECT_EQ(statusAfter(queue(), event, kInFinish), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(works(queue(), 4));
}

TEST_F(TimeLimit, IsNotSharedByLaunches) {
  // Longer than the limit together.
  std::vector<cl_event> events;
  for (int round = 0; round < 12; ++round)
    events.push_back(enqueue(queue(), "many_groups", 0, 0, 64 * 400));
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  for (cl_event event : events) EXPECT_EQ(statusOnce(event), CL_COMPLETE);
}

TEST_F(TimeLimit, OfOneLaunchLeavesOthersAlone) {
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  std::thread other([&] {
    cl_command_queue own =
        clCreateCommandQueueWithProperties(context_, TestDevice::get().id(), nullptr, nullptr);
    while (!done) {
      cl_event event = enqueue(own, "many_groups", 0, 0, 256);
      clFinish(own);
      wrong += statusOnce(event) != CL_COMPLETE;
    }
    clReleaseCommandQueue(own);
  });
  for (int round = 0; round < 3; ++round) {
    cl_event event = enqueue(queue(round % 2), "loop", 0);
    EXPECT_EQ(statusAfter(queue(round % 2), event, kInFinish), CL_OUT_OF_RESOURCES);
  }
  done = true;
  other.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(TimeLimit, OfThreadsAtTheSameTime) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&] {
      cl_command_queue own =
          clCreateCommandQueueWithProperties(context_, TestDevice::get().id(), nullptr, nullptr);
      cl_event event = enqueue(own, "loop", 0);
      clFinish(own);
      wrong += statusOnce(event) != CL_OUT_OF_RESOURCES;
      clReleaseCommandQueue(own);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(TimeLimit, NamesTheLineIfThereIsDebugInformation) {
  buildProgram("-g", kEndlessKernels);
  // Each instruction of the loop has a line, unlike in loops in which work-items wait.
  cl_event event = enqueue(queue(), "many_steps", cl_ulong{1} << 60);
  EXPECT_EQ(statusAfter(queue(), event, kInFinish), CL_OUT_OF_RESOURCES);
  const std::string messages = messages_.take();
  EXPECT_NE(messages.find(", at program.cl:5, instruction 0x"), std::string::npos) << messages;
}

TEST_F(TimeLimit, OfACommandBufferFailsIt) {
  const auto extension = [&](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(platform_, name);
  };
#define LW_CALL(function) reinterpret_cast<decltype(&function)>(extension(#function))
  cl_command_queue on = queue();
  cl_int error = CL_SUCCESS;
  cl_command_buffer_khr buffer = LW_CALL(clCreateCommandBufferKHR)(1, &on, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_kernel endless = kernel("loop", 0, 0);
  const size_t items = 64;
  EXPECT_EQ(LW_CALL(clCommandNDRangeKernelKHR)(buffer, nullptr, nullptr, endless, 1, nullptr,
                                               &items, nullptr, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(LW_CALL(clFinalizeCommandBufferKHR)(buffer), CL_SUCCESS);
  for (int round = 0; round < 2; ++round) {
    cl_event event = nullptr;
    EXPECT_EQ(LW_CALL(clEnqueueCommandBufferKHR)(0, nullptr, buffer, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(statusAfter(on, event, kOnQueueThread), CL_OUT_OF_RESOURCES);
  }
  clReleaseKernel(endless);
  LW_CALL(clReleaseCommandBufferKHR)(buffer);
  EXPECT_TRUE(works(on, 4));
#undef LW_CALL
}

TEST_F(TimeLimit, SendsNoSignalToAHandlerThatTheApplicationInstallsLater) {
  ASSERT_TRUE(works(queue(), 1));
  static std::atomic<int> calls = 0;
  struct sigaction own = {}, before = {};
  own.sa_handler = [](int) { ++calls; };
  sigaction(SIGILL, &own, &before);
  cl_event endless = enqueue(queue(), "loop", 0);
  clFlush(queue());
  // Begins later, and ends without a signal: between two parts of it.
  cl_event later = enqueue(queue(true), "many_groups", 0, 0, size_t{1} << 40);
  EXPECT_EQ(statusAfter(queue(true), later, kInFinish), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(statusOf(endless), CL_RUNNING);
  sigaction(SIGILL, &before, nullptr);
  EXPECT_EQ(statusAfter(queue(), endless, kInFinish), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace kernels
