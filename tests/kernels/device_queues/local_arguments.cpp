// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks with pointers to any type in local memory (cl_khr_device_enqueue_local_arg_types).
#include "device_queues/device_queues.h"

#include <numeric>

namespace kernels {
namespace {

struct LocalArguments : testing::TestWithParam<const char*> {
  const std::string options = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Languages, LocalArguments, testing::ValuesIn(kLanguages));

TEST_P(LocalArguments, PointToAnyType) {
  const DeviceQueue queue;
  const Buffer<int> out(256);
  runSource(R"(
#ifndef cl_khr_device_enqueue_local_arg_types
#error the extension has no macro
#endif
#pragma OPENCL EXTENSION cl_khr_device_enqueue_local_arg_types : enable
typedef struct { char c; long value; } Pair;
kernel void parent(global int* out, queue_t q) {
  const int added = out[0] + 5;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(256, 64),
                 ^(local int* x, local Pair* y, local float4* z, local void* v) {
    const int id = get_local_id(0);
    local short* w = v;
    x[id] = id;
    y[63 - id].value = 1000 * get_group_id(0);
    z[id] = (float4)(id, 0, 0, added);
    w[id] = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x[63 - id] + (int)y[id].value + (int)z[63 - id].w + w[id ^ 1];
  }, 64 * sizeof(int), 64 * sizeof(Pair), 64 * sizeof(float4), 128u);
})",
            options, "parent", range1(1), out, queue.get());
  std::vector<int> expected(256);
  for (int i = 0; i < 256; ++i) expected[size_t(i)] = 63 - i % 64 + 1000 * (i / 64) + 8;
  EXPECT_EQ(out.read(), expected);
}

TEST_P(LocalArguments, OfVariablesMacrosAndBlocksInBlocks) {
  const DeviceQueue queue;
  const Buffer<int> out(8);
  runSource(R"(
#define SUM(at, type) ^(local type* x) { x[0] = at; out[at] = x[0] + 10; }
#define RUN(block, size) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), block, size)
#define RUN_TWO(type) do { RUN(SUM(0, type), 4u); RUN(SUM(1, type), 8u); } while (0)
kernel void parent(global int* out, queue_t q) {
  void (^const named)(local long*) = ^(local long* x) { x[0] = 2; out[2] = x[0] + 10; };
  RUN_TWO(int);
  int failed = 0;
  if (RUN(named, 8u) != CLK_SUCCESS) failed = 1;
  RUN(((SUM(3, uchar))), 4u);
  clk_event_t event;
  failed |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &event,
                           ^(local int2* x) {
    x[0].y = 4;
    out[4] = x[0].y + 10;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), SUM(5, double), 8u);
  }, 8u);
  failed |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &event, NULL,
                           SUM(6, char), 1u);
  release_event(event);
  out[7] = failed;
})",
            options, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read(), (std::vector<int>{10, 11, 12, 13, 14, 15, 16, 0}));
}

TEST_P(LocalArguments, AreThoseOfQueriesOfABlock) {
  const DeviceQueue queue;
  const Buffer<int> out(4);
  runSource(R"(
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void parent(global int* out, queue_t q) {
  void (^const block)(local int*, local float*) = ^(local int* x, local float* y) { x[0] = y[0]; };
  out[0] = get_kernel_work_group_size(block);
  out[1] = get_kernel_preferred_work_group_size_multiple(block);
  out[2] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 64), block);
  out[3] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 64), block);
})",
            options, "parent", range1(1), out, queue.get());
  for (const int found : out.read()) EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace kernels
