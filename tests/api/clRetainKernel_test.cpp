// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clRetainKernelTest : ProgramTest {};

TEST_F(clRetainKernelTest, counts) {
  EXPECT_EQ(infoOf<cl_uint>(clGetKernelInfo, kernel(), CL_KERNEL_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainKernel(kernel()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetKernelInfo, kernel(), CL_KERNEL_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseKernel(kernel()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetKernelInfo, kernel(), CL_KERNEL_REFERENCE_COUNT), 1u);
}

TEST_F(clRetainKernelTest, invalidKernel) {
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_EQ(clRetainKernel(wrong), CL_INVALID_KERNEL);
}
