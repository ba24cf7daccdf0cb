// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCreateKernelsInProgramTest : ProgramTest {};

TEST_F(clCreateKernelsInProgramTest, MakesAllOfThem) {
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program(), 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, 3u);
  cl_kernel kernels[4] = {};
  ASSERT_EQ(clCreateKernelsInProgram(program(), 4, kernels, nullptr), CL_SUCCESS);
  EXPECT_EQ(kernels[3], nullptr);
  EXPECT_EQ(textOf(clGetKernelInfo, kernels[1], CL_KERNEL_FUNCTION_NAME), "count");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(clReleaseKernel(kernels[i]), CL_SUCCESS);
}

TEST_F(clCreateKernelsInProgramTest, InvalidProgram) {
  EXPECT_CONDITION("clCreateKernelsInProgram/CL_INVALID_PROGRAM/program-invalid",
                   clCreateKernelsInProgram(releasedProgram(), 0, nullptr, nullptr));
}

TEST_F(clCreateKernelsInProgramTest, InvalidProgramExecutable) {
  cl_uint count = 0;
  EXPECT_CONDITION("clCreateKernelsInProgram/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
                   clCreateKernelsInProgram(makeProgram(), 0, nullptr, &count));
}

TEST_F(clCreateKernelsInProgramTest, InvalidValueForTooLittleRoom) {
  cl_kernel kernels[2] = {};
  EXPECT_CONDITION("clCreateKernelsInProgram/CL_INVALID_VALUE/num_kernels-small",
                   clCreateKernelsInProgram(program(), 2, kernels, nullptr));
  EXPECT_EQ(kernels[0], nullptr);
}
