// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in two halves (cl_intel_split_work_group_barrier): what a work-item writes before it
// arrives is seen by all behind their wait.
#include "device.h"

namespace kernels {
namespace {

constexpr const char* kSource = R"(
#ifndef cl_intel_split_work_group_barrier
#error no extension
#endif
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : enable
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
#define SCOPE , memory_scope_device
#else
#define SCOPE
#endif
// Each round moves a value to the neighbour, with work between the halves.
kernel void rotate_values(global uint* out, local uint* cells, uint rounds) {
  const uint id = get_local_id(0), size = get_local_size(0);
  uint value = get_global_id(0), work = 1;
  double kept = value * 0.5;
  for (uint round = 0; round < rounds; ++round) {
    cells[id] = value;
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
    work = work * 3 + round;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
    value = cells[(id + 1) % size];
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE SCOPE);
    work ^= round;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE SCOPE);
  }
  out[get_global_id(0)] = value + (work == 0) + (uint)(kept * 2) - get_global_id(0);
}
// Through global memory, the halves in functions, beside barriers in one piece.
void arrive() { intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
void await() { intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
kernel void exchange_globally(global uint* out, local uint* cells, uint rounds) {
  const uint id = get_local_id(0), size = get_local_size(0);
  global uint* const shared = out + get_group_id(0) * size;
  uint value = id;
  for (uint round = 0; round < rounds; ++round) {
    cells[id] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = cells[size - 1 - id] + 1;
    shared[id] = value;
    arrive();
    await();
    value = shared[size - 1 - id];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  shared[id] = value;
})";

std::vector<cl_uint> runSplit(const char* name, const char* options, size_t local, cl_uint rounds) {
  constexpr size_t kGroups = 3;
  const Buffer<cl_uint> out(kGroups * local, 0u);
  KernelCall(TestDevice::get().sourceProgram(kSource, options), "split", name)
      .add(out)
      .add(localArray<cl_uint>(local))
      .add(rounds)
      .run(range1(kGroups * local, local));
  return out.read();
}

TEST(SplitBarriers, OrderWhatIsWrittenBeforeAndReadBehind) {
  if (!TestDevice::get().hasExtension("cl_intel_split_work_group_barrier"))
    GTEST_SKIP() << "the device has no split barriers";
  constexpr cl_uint kRounds = 5;
  for (const char* options : {"-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-std=CLC++2021",
                              "-cl-std=CL3.0 -cl-opt-disable", "-cl-std=CL3.0 -g"})
    for (const size_t local : {1, 2, 16, 67, 256}) {
      SCOPED_TRACE(std::string(options) + ", local size " + std::to_string(local));
      const std::vector<cl_uint> rotated = runSplit("rotate_values", options, local, kRounds);
      for (size_t i = 0; i < rotated.size(); ++i)
        ASSERT_EQ(rotated[i], i - i % local + (i % local + kRounds) % local) << "work-item " << i;
      // Two exchanges give each work-item its own value back.
      const std::vector<cl_uint> exchanged = runSplit("exchange_globally", options, local, kRounds);
      for (size_t i = 0; i < exchanged.size(); ++i)
        ASSERT_EQ(exchanged[i], i % local + kRounds) << "work-item " << i;
    }
}

}  // namespace
}  // namespace kernels
