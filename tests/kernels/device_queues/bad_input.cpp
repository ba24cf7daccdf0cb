// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device queues that are full or missing, invalid ranges and sizes, events that are none, children
// that fail, chains without an end.
#include "device_queues/device_queues.h"

#include <chrono>
#include <cstdlib>

namespace kernels {
namespace {

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_LOG", "api", 1) == 0;

constexpr int kOutOfResources = -5, kInvalidArgSize = -51, kInvalidEventWaitList = -57,
              kEnqueueFailure = -101, kInvalidQueue = -102, kInvalidRange = -160, kFull = -161;

const char kSource[] = R"(
void enqueue(global int* out, queue_t q, ndrange_t range, int at) {
  out[at] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, ^{ out[100] = 1; });
}
kernel void noQueue(global int* out) { enqueue(out, get_default_queue(), ndrange_1D(1), 0); }
kernel void ranges(global int* out, queue_t q, ulong most) {
  ndrange_t range = ndrange_1D(most * 2, most * 2);
  enqueue(out, q, range, 0);
  const size_t global2[2] = {64, 64}, local2[2] = {most, 2}, partial[2] = {4, 0};
  enqueue(out, q, ndrange_2D(global2, local2), 1);
  enqueue(out, q, ndrange_2D(global2, partial), 2);
  enqueue(out, q, ndrange_1D(16, (size_t)-8, 4), 3);
}
kernel void localSizes(global int* out, queue_t q, uint size) {
  out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                          ^(local void* p) { out[100] = 1; }, size);
}
kernel void events(global int* out, queue_t q) {
  const ulong zero = 0;
  clk_event_t none = *(const clk_event_t*)&zero, old = create_user_event();
  release_event(old);
  out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &none, 0, ^{ out[100] = 1; });
  out[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &old, 0, ^{ out[100] = 1; });
  out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, 0, 0, ^{ out[100] = 1; });
  out[3] = enqueue_marker(q, 0, &none, 0);
}
kernel void full(global int* out, queue_t q) {
  for (int i = 0; i < 1000; ++i) {
    const int code = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                                    ^{ atomic_fetch_add((global atomic_int*)&out[2], 1); });
    if (code == 0) out[0] += 1;
    else out[1] = code;
  }
}
)";

constexpr const char* kDebug = "-cl-std=CL3.0 -g";

TEST(BadDeviceQueues, AreNotThere) {
  const Buffer<int> out(101);
  runSource(kSource, kDebug, "noQueue", range1(1), out);
  EXPECT_EQ(out.read()[0], kInvalidQueue);
  runSource(kSource, kLanguages[1], "noQueue", range1(1), out);
  EXPECT_EQ(out.read()[0], kEnqueueFailure);
  EXPECT_EQ(out.read()[100], 0);
}

TEST(BadDeviceQueues, GetInvalidRanges) {
  const DeviceQueue queue;
  const Buffer<int> out(101);
  runSource(kSource, kDebug, "ranges", range1(1), out, queue.get(),
            cl_ulong(TestDevice::get().maxWorkGroupSize()));
  const std::vector<int> found = out.read();
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(found[i], kInvalidRange) << i;
  EXPECT_EQ(found[100], 0);
}

TEST(BadDeviceQueues, GetInvalidSizesOfLocalMemory) {
  const DeviceQueue queue;
  const Buffer<int> out(101);
  runSource(kSource, kDebug, "localSizes", range1(1), out, queue.get(), cl_uint(0));
  EXPECT_EQ(out.read()[0], kInvalidArgSize);
  runSource(kSource, kDebug, "localSizes", range1(1), out, queue.get(), cl_uint(1) << 31);
  EXPECT_EQ(out.read()[0], kOutOfResources);
  EXPECT_EQ(out.read()[100], 0);
}

TEST(BadDeviceQueues, GetInvalidEvents) {
  const DeviceQueue queue;
  const Buffer<int> out(101);
  runSource(kSource, kDebug, "events", range1(1), out, queue.get());
  const std::vector<int> found = out.read();
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(found[i], kInvalidEventWaitList) << i;
  EXPECT_EQ(found[100], 0);
}

TEST(BadDeviceQueues, AreFull) {
  const DeviceQueue queue(0, 16 << 10);
  const Buffer<int> out(101);
  // The space is there again for the second launch.
  for (int run = 0; run < 2; ++run) {
    testing::internal::CaptureStderr();
    runSource(kSource, kDebug, "full", range1(1), out, queue.get());
    const std::string log = testing::internal::GetCapturedStderr();
    // The kernel tries several times.
    const size_t line = log.find("kernel 'full': enqueue of '");
    EXPECT_NE(log.find("CLK_DEVICE_QUEUE_FULL: the queue has no space", line), log.npos) << log;
    EXPECT_EQ(log.find("kernel 'full': enqueue of '", line + 1), log.npos) << log;
    const std::vector<int> found = out.read();
    EXPECT_GE(found[0], 10);
    EXPECT_LT(found[0], 1000);
    EXPECT_EQ(found[1], kFull);
    EXPECT_EQ(found[2], found[0]) << "all that were enqueued run";
  }
}

TEST(BadDeviceQueues, GetBlocksThatReadWhereNothingIs) {
  const DeviceQueue queue;
  const Buffer<int> out(2);
  testing::internal::CaptureStderr();
  EXPECT_EQ(statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  global int* nowhere = (global int*)64;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = *nowhere; });
  out[1] = 1;
})",
                     "parent", 1, out.memory(), queue),
            CL_OUT_OF_RESOURCES);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("__parent_block_invoke"), std::string::npos) << log;
  EXPECT_EQ(out.read()[1], 1);
}

TEST(BadDeviceQueues, GetAddressesWhereNothingIs) {
  const DeviceQueue queue;
  const Buffer<int> out(2);
  testing::internal::CaptureStderr();
  EXPECT_EQ(statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t* nowhere = (clk_event_t*)64;
  out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, nowhere, 0, ^{ out[1] = 1; });
})",
                     "parent", 1, out.memory(), queue),
            CL_OUT_OF_RESOURCES);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("parent"), std::string::npos) << log;
  EXPECT_EQ(out.read(), (std::vector<int>{0, 0}));
}

// OpenCL leaves it undefined: the memory may hold anything, but the command ends.
TEST(BadDeviceQueues, GetPointersToPrivateMemory) {
  const DeviceQueue queue;
  const Buffer<int> out(2);
  statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  int value = 5;
  private int* p = &value;
  const ulong address = (ulong)p;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = *(private int*)address; });
  out[1] = value;
})",
           "parent", 1, out.memory(), queue);
  EXPECT_EQ(out.read()[1], 5);
}

TEST(BadDeviceQueues, WaitForAnEventThatNothingSets) {
  const DeviceQueue queue;
  const Buffer<int> out(1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  clk_event_t user = create_user_event(), event;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &event, ^{ out[0] = 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &event, 0, ^{ out[0] = 1; });
  release_event(user);
})",
                     "parent", 1, out.memory(), queue),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("user event"), std::string::npos) << log;
  EXPECT_EQ(out.read()[0], 0);
}

// The marker waits for the event of its own parent, which is complete when the marker is.
TEST(BadDeviceQueues, WaitForTheCommandThatEnqueuedThem) {
  const DeviceQueue queue;
  const Buffer<int> out(4);
  testing::internal::CaptureStderr();
  EXPECT_EQ(statusOf(R"(
kernel void parent(global int* out, queue_t q) {
  global ulong* slot = (global ulong*)(out + 2);
  clk_event_t event;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 0, 0, &event, ^{
    clk_event_t own = *(global clk_event_t*)slot;
    out[0] = 1 + enqueue_marker(q, 1, &own, 0);
  });
  *(global clk_event_t*)slot = event;
})",
                     "parent", 1, out.memory(), queue),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("wait for a command that waits for them"), std::string::npos) << log;
  EXPECT_EQ(out.read()[0], 1);
}

// LANEWISE_KERNEL_SECONDS holds for a command and all that it enqueues.
TEST(BadDeviceQueues, GetChainsWithoutAnEnd) {
  if (!std::getenv("LANEWISE_KERNEL_SECONDS")) GTEST_SKIP() << "needs LANEWISE_KERNEL_SECONDS";
  const DeviceQueue queue;
  const Buffer<int> out(2);
  testing::internal::CaptureStderr();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(statusOf(R"(
void step(global int* out, queue_t q) {
  out[0] += 1;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ step(out, q); });
}
kernel void parent(global int* out, queue_t q) { step(out, q); }
)",
                     "parent", 1, out.memory(), queue),
            CL_OUT_OF_RESOURCES);
  testing::internal::GetCapturedStderr();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  EXPECT_GT(out.read()[0], 1000);
}

}  // namespace
}  // namespace kernels
