// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors of cl_intel_concurrent_dispatch: of its query, of the dispatch type, and of launches.
#include "runtime/base/cl_names.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetKernelMaxConcurrentWorkGroupCountINTELTest : ProgramTest {
  cl_int call(cl_command_queue on, cl_kernel kernel, cl_uint dimensions, const size_t* local,
              size_t* most) {
    return LW_EXTENSION(clGetKernelMaxConcurrentWorkGroupCountINTEL)(on, kernel, dimensions,
                                                                     nullptr, local, most);
  }
  cl_int setType(size_t sizeBytes, const void* value) {
    return clSetKernelExecInfo(filled, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeBytes, value);
  }
  cl_int launch(size_t global, const size_t* local) {
    return clEnqueueNDRangeKernel(queue(), filled, 1, nullptr, &global, local, 0, nullptr, nullptr);
  }
  void SetUp() override {
    const cl_int value = 3;
    clSetKernelArg(filled, 0, sizeof(cl_mem), memory.array());
    clSetKernelArg(filled, 1, sizeof value, &value);
  }
  Buffer memory = makeBuffer(1 << 16);
  OwnedKernel filled = makeKernel("fill");
  const size_t four = 4;
  size_t most = 0;
};

TEST_F(clGetKernelMaxConcurrentWorkGroupCountINTELTest, IsTheNumberOfComputeUnits) {
  EXPECT_EQ(call(queue(), filled, 1, &four, &most), CL_SUCCESS);
  EXPECT_EQ(most, infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS));
  const size_t three[] = {4, 2, 2};
  EXPECT_EQ(call(queue(), filled, 3, three, &most), CL_SUCCESS);
}

TEST_F(clGetKernelMaxConcurrentWorkGroupCountINTELTest, ErrorsOfALaunch) {
  EXPECT_EQ(call(nullptr, filled, 1, &four, &most), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(call(queue(), nullptr, 1, &four, &most), CL_INVALID_KERNEL);
  EXPECT_EQ(call(otherQueue(), filled, 1, &four, &most), CL_INVALID_CONTEXT);
  EXPECT_EQ(call(queue(), filled, 4, &four, &most), CL_INVALID_WORK_DIMENSION);
  const size_t none = 0;
  EXPECT_EQ(call(queue(), filled, 1, &none, &most), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clGetKernelMaxConcurrentWorkGroupCountINTELTest, ErrorsOfItsOwn) {
  EXPECT_EQ(call(queue(), filled, 1, nullptr, &most), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(call(queue(), filled, 1, &four, nullptr), CL_INVALID_VALUE);
}

TEST_F(clGetKernelMaxConcurrentWorkGroupCountINTELTest, InvalidValueForADispatchType) {
  const cl_uint unknown = 2, concurrent = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  EXPECT_EQ(setType(sizeof unknown, &unknown), CL_INVALID_VALUE);
  EXPECT_EQ(setType(8, &concurrent), CL_INVALID_VALUE);
  EXPECT_EQ(setType(sizeof concurrent, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(setType(sizeof concurrent, &concurrent), CL_SUCCESS);
}

TEST_F(clGetKernelMaxConcurrentWorkGroupCountINTELTest, ErrorsOfConcurrentLaunches) {
  const cl_uint usual = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL,
                concurrent = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  ASSERT_EQ(call(queue(), filled, 1, &four, &most), CL_SUCCESS);
  ASSERT_EQ(setType(sizeof concurrent, &concurrent), CL_SUCCESS);
  EXPECT_EQ(launch(4, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(5, &four), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(4 * most + 4, &four), CL_INVALID_VALUE);
  EXPECT_EQ(launch(4 * most, &four), CL_SUCCESS);
  OwnedKernel clone(clCloneKernel(filled, nullptr));
  const size_t five = 5;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), clone, 1, nullptr, &five, &four, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE)
      << "a clone has the type";
  ASSERT_EQ(setType(sizeof usual, &usual), CL_SUCCESS);
  EXPECT_EQ(launch(5, &four), CL_SUCCESS);
  EXPECT_EQ(launch(4 * most + 4, &four), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}
