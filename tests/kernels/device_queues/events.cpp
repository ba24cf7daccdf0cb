// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of commands on device queues, user events, markers, times.
#include "device_queues/device_queues.h"

namespace kernels {
namespace {

constexpr const char* kOptions = kLanguages[1];

TEST(DeviceEvents, OrderKernels) {
  const DeviceQueue queue;
  const Buffer<int> out(3);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t user = create_user_event(), first, second;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &first, ^{ out[0] = out[2] + 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &first, &second, ^{ out[1] = out[0] + 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &second, 0, ^{ out[2] = out[1] + 1; });
  out[2] = 40;
  set_user_event_status(user, CL_COMPLETE);
  release_event(user);
  release_event(first);
  release_event(second);
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read(), (std::vector<int>{41, 42, 43}));
}

// A command is complete when those that it has enqueued are.
TEST(DeviceEvents, AreCompleteWithTheChildren) {
  const DeviceQueue queue;
  const Buffer<int> out(2);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t event;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &event, ^{
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = 7; });
    });
  });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &event, 0, ^{ out[1] = out[0]; });
  release_event(event);
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read(), (std::vector<int>{7, 7}));
}

TEST(DeviceEvents, OfMarkersStandForLists) {
  const DeviceQueue queue;
  const Buffer<int> out(33);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t events[32], marker, empty;
  for (int i = 0; i < 32; ++i)
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &events[i], ^{ out[i] = i; });
  const int code = enqueue_marker(q, 32, events, &marker);
  enqueue_marker(q, 0, 0, &empty);
  clk_event_t both[2] = {marker, empty};
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 2, both, 0, ^{
    int sum = code;
    for (int i = 0; i < 32; ++i) sum += out[i];
    out[32] = sum;
  });
  for (int i = 0; i < 32; ++i) release_event(events[i]);
  release_event(marker);
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read()[32], 31 * 32 / 2);
}

// What waits for one event after another is released in a loop.
TEST(DeviceEvents, OfManyMarkersInAChain) {
  const DeviceQueue queue;
  const Buffer<int> out(1);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t user = create_user_event(), last = user;
  for (int i = 0; i < 50000; ++i) {
    clk_event_t next;
    if (enqueue_marker(q, 1, &last, &next) != 0) return;
    if (i) release_event(last);
    last = next;
  }
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &last, 0, ^{ out[0] = 1; });
  set_user_event_status(user, CL_COMPLETE);
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read()[0], 1);
}

TEST(DeviceEvents, AreValidUntilTheyAreReleased) {
  const DeviceQueue queue;
  const Buffer<int> out(6, 9);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  const ulong zero = 0;
  clk_event_t none = *(const clk_event_t*)&zero, event = create_user_event();
  out[0] = is_valid_event(none);
  out[1] = is_valid_event(event);
  retain_event(event);
  release_event(event);
  out[2] = is_valid_event(event);
  release_event(event);
  out[3] = is_valid_event(event);
  clk_event_t again = create_user_event();
  out[4] = is_valid_event(event);
  out[5] = is_valid_event(again);
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read(), (std::vector<int>{0, 1, 1, 0, 0, 1}));
}

TEST(DeviceEvents, OfFailedUserEventsStopWhatWaits) {
  const DeviceQueue queue;
  const Buffer<int> out(3, 5);
  EXPECT_EQ(statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t user = create_user_event(), event;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &event, ^{ out[0] = 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &event, 0, ^{ out[1] = 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[2] = 1; });
  set_user_event_status(user, -1);
})",
                     "parent", 1, out.memory(), queue),
            CL_COMPLETE);
  EXPECT_EQ(out.read(), (std::vector<int>{5, 5, 1}));
}

TEST(DeviceEvents, HaveTimes) {
  const DeviceQueue queue(CL_QUEUE_PROFILING_ENABLE);
  const Buffer<cl_ulong> times(4);
  const Buffer<int> out(1);
  runSource(R"(
kernel void parent(global ulong* times, queue_t q, global int* out) {
  clk_event_t event;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &event, ^{
    for (int i = 0; i < 100000; ++i) ((volatile global int*)out)[0] += i;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      for (int i = 0; i < 100000; ++i) ((volatile global int*)out)[0] += i;
    });
  });
  capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME, times);
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &event, 0, ^{
    capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME, times + 2);
  });
})",
            kOptions, "parent", range1(1), times, queue.get(), out);
  const std::vector<cl_ulong> found = times.read();
  EXPECT_GT(found[0], 0u);
  EXPECT_GT(found[1], found[0]);
  EXPECT_LT(found[1], 10'000'000'000u);
  EXPECT_EQ(found[2], found[0]);
  EXPECT_EQ(found[3], found[1]);
}

// A marker takes no time, and a command that did not run neither.
TEST(DeviceEvents, OfMarkersHaveTimes) {
  const DeviceQueue queue(CL_QUEUE_PROFILING_ENABLE);
  const Buffer<cl_ulong> times(std::vector<cl_ulong>{7, 7});
  runSource(R"(
kernel void parent(global ulong* times, queue_t q) {
  clk_event_t user = create_user_event(), event;
  enqueue_marker(q, 1, &user, &event);
  capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME, times);
  set_user_event_status(user, CL_COMPLETE);
})",
            kOptions, "parent", range1(1), times, queue.get());
  EXPECT_EQ(times.read(), (std::vector<cl_ulong>{0, 0}));
}

// CL_PROFILING_COMMAND_END is when the kernel ends, CL_PROFILING_COMMAND_COMPLETE when its children
// have.
TEST(DeviceEvents, LetTheHostSeeBothEnds) {
  TestDevice& device = TestDevice::get();
  const DeviceQueue queue;
  const Buffer<int> out(1);
  const char* source = R"(
kernel void parent(global int* out, queue_t q) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
    for (int i = 0; i < 1000000; ++i) ((volatile global int*)out)[0] += i;
  });
})";
  const cl_kernel kernel =
      clCreateKernel(device.sourceProgram(source, kOptions), "parent", nullptr);
  const cl_mem memory = out.memory();
  const cl_command_queue handle = queue.get();
  clSetKernelArg(kernel, 0, sizeof memory, &memory);
  clSetKernelArg(kernel, 1, sizeof handle, &handle);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_command_queue host =
      clCreateCommandQueueWithProperties(device.context(), device.id(), properties, nullptr);
  const size_t one = 1;
  cl_event event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(host, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  cl_ulong start = 0, end = 0, complete = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete,
                          nullptr);
  EXPECT_LT(start, end);
  EXPECT_LT(end, complete);
  EXPECT_LT(end - start, complete - end);
  clReleaseEvent(event);
  clReleaseCommandQueue(host);
  clReleaseKernel(kernel);
}

}  // namespace
}  // namespace kernels
