// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that kernels enqueue: what they capture, their ranges, local memory, flags, queues.
#include "device_queues/device_queues.h"

#include <numeric>

namespace kernels {
namespace {

struct EnqueuedKernels : testing::TestWithParam<const char*> {
  const std::string options = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Languages, EnqueuedKernels, testing::ValuesIn(kLanguages));

TEST_P(EnqueuedKernels, RunWithWhatTheyCapture) {
  const DeviceQueue queue;
  const Buffer<int> out(1000);
  runSource(R"(
kernel void parent(global int* out, queue_t q, int n, double16 wide) {
  const int add = n / 2;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n),
                 ^{ out[get_global_id(0)] = get_global_id(0) + add + (int)wide.sf; });
})",
            options, "parent", range1(1), out, queue.get(), 1000,
            std::array<double, 16>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7});
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 507);
  EXPECT_EQ(out.read(), expected);
}

TEST_P(EnqueuedKernels, CaptureNothing) {
  const DeviceQueue queue;
  const Buffer<int> out(4, 3);
  const std::string source = R"(
global int here;
kernel void parent(global int* out, queue_t q) {
  here = 0;
  out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64),
                          ^{ atomic_fetch_add((global atomic_int*)&here, 1); });
}
kernel void result(global int* out) { out[1] = here; }
)";
  runSource(source, options, "parent", range1(1), out, queue.get());
  runSource(source, options, "result", range1(1), out);
  EXPECT_EQ(out.read(), (std::vector<int>{0, 64, 3, 3}));
}

TEST_P(EnqueuedKernels, HaveEachFormOfRange) {
  const DeviceQueue queue;
  const Buffer<int> out(64);
  runSource(R"(
void note(global int* out, int at) {
  if (get_global_linear_id() != 0) return;
  out += at * 8;
  out[0] = get_work_dim();
  out[1] = get_global_offset(0) + 10 * get_global_offset(1) + 100 * get_global_offset(2);
  out[2] = get_global_size(0) + 100 * get_global_size(1) + 10000 * get_global_size(2);
  out[3] = get_enqueued_local_size(0) + 100 * get_enqueued_local_size(1) +
           10000 * get_enqueued_local_size(2);
}
kernel void parent(global int* out, queue_t q) {
  const size_t o2[2] = {1, 2}, g2[2] = {8, 4}, l2[2] = {4, 2};
  const size_t o3[3] = {1, 2, 3}, g3[3] = {8, 4, 6}, l3[3] = {4, 2, 3};
  const int f = CLK_ENQUEUE_FLAGS_NO_WAIT;
  enqueue_kernel(q, f, ndrange_1D(12), ^{ note(out, 0); out[3] = 0; });
  enqueue_kernel(q, f, ndrange_1D(12, 3), ^{ note(out, 1); });
  enqueue_kernel(q, f, ndrange_1D(5, 12, 3), ^{ note(out, 2); });
  enqueue_kernel(q, f, ndrange_2D(g2), ^{ note(out, 3); out[27] = 0; });
  enqueue_kernel(q, f, ndrange_2D(g2, l2), ^{ note(out, 4); });
  enqueue_kernel(q, f, ndrange_2D(o2, g2, l2), ^{ note(out, 5); });
  enqueue_kernel(q, f, ndrange_3D(g3, l3), ^{ note(out, 6); });
  enqueue_kernel(q, f, ndrange_3D(o3, g3, l3), ^{ note(out, 7); });
})",
            options, "parent", range1(1), out, queue.get());
  const std::vector<std::array<int, 4>> expected = {
      {1, 0, 10112, 0},     {1, 0, 10112, 10103},  {1, 5, 10112, 10103}, {2, 0, 10408, 0},
      {2, 0, 10408, 10204}, {2, 21, 10408, 10204}, {3, 0, 60408, 30204}, {3, 321, 60408, 30204}};
  const std::vector<int> found = out.read();
  for (size_t i = 0; i < expected.size(); ++i)
    for (size_t n = 0; n < 4; ++n)
      EXPECT_EQ(found[i * 8 + n], expected[i][n]) << "range " << i << ", fact " << n;
}

TEST_P(EnqueuedKernels, GetLocalMemoryOfTheirOwn) {
  const DeviceQueue queue;
  const Buffer<int> out(256);
  runSource(R"(
kernel void parent(global int* out, queue_t q, uint bytes) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(256, 64), ^(local void* a, local void* b) {
    local int* x = a;
    local long* y = b;
    const int id = get_local_id(0);
    x[id] = id;
    y[63 - id] = 1000 * get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x[63 - id] + (int)y[id];
  }, bytes, (uint)(64 * sizeof(long)));
})",
            options, "parent", range1(1), out, queue.get(), cl_uint(64 * 4));
  std::vector<int> expected(256);
  for (int i = 0; i < 256; ++i) expected[size_t(i)] = 63 - i % 64 + 1000 * (i / 64);
  EXPECT_EQ(out.read(), expected);
}

TEST_P(EnqueuedKernels, AreEnqueuedByEachWorkItemThatDoesSo) {
  const DeviceQueue queue;
  const Buffer<int> out(3 * 1000);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  const int id = get_global_id(0);
  if (id % 3 == 1) return;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3), ^{ out[3 * id + get_global_id(0)] = id; });
})",
            options, "parent", range1(1000), out, queue.get());
  std::vector<int> expected(3 * 1000);
  for (int i = 0; i < 3000; ++i) expected[size_t(i)] = i / 3 % 3 == 1 ? 0 : i / 3;
  EXPECT_EQ(out.read(), expected);
}

TEST_P(EnqueuedKernels, BeginAfterTheirParentOrItsGroup) {
  const DeviceQueue queue;
  const Buffer<int> out(64 * 16), done(17), wrong(3);
  runSource(R"(
kernel void parent(global int* out, queue_t q, global atomic_int* done, global int* wrong) {
  const int group = get_group_id(0), groups = get_num_groups(0), size = get_local_size(0);
  if (get_local_id(0) == 0) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
      if (atomic_load(&done[1 + group]) != size) wrong[0] = 1;
      atomic_fetch_add((global atomic_int*)&wrong[2], 1);
    });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      if (atomic_load(&done[0]) != groups * size) wrong[1] = 1;
      atomic_fetch_add((global atomic_int*)&wrong[2], 1);
    });
  }
  for (int i = 0; i < 1000; ++i) out[get_global_id(0)] += i;
  atomic_fetch_add(&done[1 + group], 1);
  atomic_fetch_add(&done[0], 1);
})",
            options, "parent", range1(64 * 16, 64), out, queue.get(), done, wrong);
  EXPECT_EQ(done.read()[0], 64 * 16);
  EXPECT_EQ(wrong.read(), (std::vector<int>{0, 0, 2 * 16}));
}

TEST_P(EnqueuedKernels, EnqueueOthersOnOtherQueues) {
  const DeviceQueue queue, other;
  const Buffer<int> out(100);
  runSource(R"(
kernel void parent(global int* out, queue_t q, queue_t other) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(10), ^{
    const int first = 10 * get_global_id(0);
    enqueue_kernel(other, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(10),
                   ^{ out[first + get_global_id(0)] = first; });
  });
})",
            options, "parent", range1(1), out, queue.get(), other.get());
  std::vector<int> expected(100);
  for (int i = 0; i < 100; ++i) expected[size_t(i)] = i / 10 * 10;
  EXPECT_EQ(out.read(), expected);
}

TEST_P(EnqueuedKernels, GoToTheDefaultQueue) {
  const DeviceQueue queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  const Buffer<int> out(16);
  const char* source = R"(
kernel void parent(global int* out) {
  out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8),
                          ^{ out[1 + get_global_id(0)] = 5; });
})";
  runSource(source, options, "parent", range1(1), out);
  EXPECT_EQ(out.read(), (std::vector<int>{0, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_P(EnqueuedKernels, AreAskedForTheirSizes) {
  const DeviceQueue queue;
  const Buffer<int> out(4);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  void (^block)(void) = ^{ out[0] = 1; };
  out[0] = get_kernel_work_group_size(block);
  out[1] = get_kernel_preferred_work_group_size_multiple(block);
#ifdef cl_khr_subgroups
  const ndrange_t range = ndrange_1D(1000, 100);
  out[2] = get_kernel_max_sub_group_size_for_ndrange(range, block);
  out[3] = get_kernel_sub_group_count_for_ndrange(range, block);
#endif
})",
            options, "parent", range1(1), out, queue.get());
  const std::vector<int> found = out.read();
  EXPECT_EQ(size_t(found[0]), TestDevice::get().maxWorkGroupSize());
  EXPECT_GT(found[1], 0);
  ASSERT_GT(found[2], 0);
  EXPECT_EQ(found[3], (100 + found[2] - 1) / found[2]);
}

// A header with a function that enqueues, in two programs.
TEST_P(EnqueuedKernels, OfFunctionsWithOneNameAreLinked) {
  TestDevice& device = TestDevice::get();
  cl_program parts[2] = {};
  for (int i = 0; i < 2; ++i) {
    const std::string number = std::to_string(i + 1);
    const std::string source =
        "static void add(global int* out, queue_t q) {\n"
        "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = " +
        number + "; });\n}\nkernel void parent" + number +
        "(global int* out, queue_t q) { add(out, q); }\n";
    const char* text = source.c_str();
    parts[i] = clCreateProgramWithSource(device.context(), 1, &text, nullptr, nullptr);
    ASSERT_EQ(
        clCompileProgram(parts[i], 0, nullptr, GetParam(), 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS);
  }
  cl_int error = CL_SUCCESS;
  const cl_program linked =
      clLinkProgram(device.context(), 0, nullptr, nullptr, 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const DeviceQueue queue;
  for (int i = 0; i < 2; ++i) {
    const Buffer<int> out(1);
    KernelCall(linked, "linked", "parent" + std::to_string(i + 1))
        .add(out)
        .add(queue.get())
        .run(range1(1));
    EXPECT_EQ(out.read()[0], i + 1);
    clReleaseProgram(parts[i]);
  }
  clReleaseProgram(linked);
}

TEST_P(EnqueuedKernels, PrintAndFinishBeforeTheCommandDoes) {
  const DeviceQueue queue;
  const Buffer<int> out(1);
  testing::internal::CaptureStdout();
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ printf("child %d\n", out[0]); });
})",
            options, "parent", range1(1), out, queue.get());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "child 0\n");
}

}  // namespace
}  // namespace kernels
