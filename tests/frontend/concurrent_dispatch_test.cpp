// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_concurrent_dispatch: launches whose work-groups may wait for each other. Errors of its
// calls: tests/api/clGetKernelMaxConcurrentWorkGroupCountINTEL_test.cpp.
#include "runtime/base/cl_names.h"
#include "tests/frontend/source_fixture.h"

#include <algorithm>

namespace lanewise::test {
namespace {

struct ConcurrentDispatchTest : SourceProgramTest {
  size_t mostGroups(cl_kernel kernel, size_t local) {
    size_t most = 0;
    EXPECT_EQ(LW_EXTENSION(clGetKernelMaxConcurrentWorkGroupCountINTEL)(queue(), kernel, 1, nullptr,
                                                                        &local, &most),
              CL_SUCCESS);
    return most;
  }
  static cl_int setType(cl_kernel kernel, cl_uint type) {
    return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type);
  }
  /// As many groups as run concurrently. The values, or none if the command fails.
  std::vector<cl_int> runGroups(const Kernel& kernel, size_t local, size_t count, bool concurrent,
                                cl_int* status = nullptr) {
    const size_t global = local * count;
    std::vector<cl_int> values(global + 2);
    Buffer buffer = makeBuffer(values.size() * sizeof(cl_int), CL_MEM_COPY_HOST_PTR, values.data());
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
    EXPECT_EQ(setType(kernel, concurrent), CL_SUCCESS);
    cl_event handle = nullptr;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &global, &local, 0, nullptr, &handle),
        CL_SUCCESS);
    Event event(handle);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    if (status) *status = infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, values.size() * sizeof(cl_int),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
};

constexpr const char* kRounds = R"(
#ifndef cl_intel_concurrent_dispatch
#error no extension
#endif
// Each round adds what the next work-item of the launch has, across groups.
kernel void k(global int* out) {
  const size_t id = get_global_id(0), size = get_global_size(0);
  atomic_inc(out + size);
  if (!intel_is_device_barrier_valid()) { out[id] = -1; return; }
  out[id] = (int)id;
  for (int round = 0; round < 20; ++round) {
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
    const int next = out[(id + 1) % size];
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE SCOPE);
    out[id] = next;
  }
  if (id == 0) out[size + 1] = out[size];
})";

TEST_F(ConcurrentDispatchTest, GroupsWaitForEachOther) {
  for (const std::string options :
       {"-cl-std=CL1.2 -DSCOPE=", "-cl-std=CL3.0 -DSCOPE=,memory_scope_device",
        "-cl-std=CLC++2021 -DSCOPE=,memory_scope_device", "-DSCOPE= -cl-opt-disable"}) {
    Program program = built(kRounds, options);
    const Kernel kernel = kernelOf(program);
    for (size_t local : {1, 7, 64, 100}) {
      const size_t most = mostGroups(kernel, local), size = local * most;
      for (int repeat = 0; repeat < 5; ++repeat) {
        const std::vector<cl_int> values = runGroups(kernel, local, most, true);
        for (size_t id = 0; id < size; ++id)
          ASSERT_EQ(values[id], cl_int((id + 20) % size)) << id << " " << local << options;
        EXPECT_EQ(values[size], cl_int(size));
        EXPECT_EQ(values[size + 1], cl_int(size)) << options;
      }
    }
  }
}

TEST_F(ConcurrentDispatchTest, OtherLaunchesHaveNoValidBarrier) {
  const Kernel kernel = kernelOf(built(kRounds, "-cl-std=CL3.0 -DSCOPE="));
  EXPECT_EQ(runGroups(kernel, 8, 4, false)[31], -1);
  EXPECT_EQ(runGroups(kernel, 8, 1, true)[7], (7 + 20) % 8);
  EXPECT_EQ(runGroups(kernel, 8, 4, false)[0], -1) << "the type is set back";
}

// Without a device barrier: by atomic operations, in groups without a barrier, which code for whole
// vectors would make larger.
TEST_F(ConcurrentDispatchTest, GroupsThatSpinSeeEachOther) {
  const Kernel kernel = kernelOf(built(R"(
    kernel void k(global int* out) {
      volatile global atomic_int* came = (volatile global atomic_int*)(out + get_global_size(0));
      atomic_fetch_add(came, 1);
      while (atomic_load(came) < get_global_size(0));
      out[get_global_id(0)] = 1;
    })",
                                       "-cl-std=CL3.0"));
  for (size_t local : {1, 3, 16}) {
    const size_t most = mostGroups(kernel, local);
    const std::vector<cl_int> values = runGroups(kernel, local, most, true);
    EXPECT_EQ(std::count(values.begin(), values.begin() + ptrdiff_t(local * most), 1),
              ptrdiff_t(local * most));
  }
}

TEST_F(ConcurrentDispatchTest, AGroupThatEndsWithoutABarrierFailsTheCommand) {
  const Kernel kernel = kernelOf(built(R"(
    kernel void k(global int* out) {
      if (get_group_id(0) != 0) intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
      out[0] = 1;
    })",
                                       "-cl-std=CL3.0"));
  const size_t most = mostGroups(kernel, 4);
  if (most < 2) GTEST_SKIP() << "a device of one compute unit";
  cl_int status = 0;
  runGroups(kernel, 4, most, true, &status);
  EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
}

TEST_F(ConcurrentDispatchTest, AFaultOfOneGroupEndsTheOthers) {
  const Kernel kernel = kernelOf(built(R"(
    kernel void k(global int* out) {
      if (get_group_id(0) == 0) *(volatile global int*)((ulong)get_group_id(0) + 16) = 1;
      intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
      out[0] = 1;
    })",
                                       "-cl-std=CL3.0"));
  cl_int status = 0;
  runGroups(kernel, 4, mostGroups(kernel, 4), true, &status);
  EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
}

TEST_F(ConcurrentDispatchTest, RecordedLaunchesKeepTheType) {
  const Kernel kernel = kernelOf(built(kRounds, "-cl-std=CL3.0 -DSCOPE="));
  const size_t local = 8, size = local * mostGroups(kernel, local);
  Buffer out = makeBuffer((size + 2) * sizeof(cl_int));
  clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array());
  ASSERT_EQ(setType(kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL), CL_SUCCESS);
  const cl_command_queue one = queue();
  cl_command_buffer_khr buffer = LW_EXTENSION(clCreateCommandBufferKHR)(1, &one, nullptr, nullptr);
  ASSERT_EQ(LW_EXTENSION(clCommandNDRangeKernelKHR)(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                    &size, &local, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(LW_EXTENSION(clFinalizeCommandBufferKHR)(buffer), CL_SUCCESS);
  for (int round = 0; round < 3; ++round)
    ASSERT_EQ(LW_EXTENSION(clEnqueueCommandBufferKHR)(0, nullptr, buffer, 0, nullptr, nullptr),
              CL_SUCCESS);
  cl_int first = -1;
  EXPECT_EQ(clEnqueueReadBuffer(one, out, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(first, cl_int(20 % size));
  LW_EXTENSION(clReleaseCommandBufferKHR)(buffer);
}

}  // namespace
}  // namespace lanewise::test
