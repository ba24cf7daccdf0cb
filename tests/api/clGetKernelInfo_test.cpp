// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetKernelInfoTest : ProgramTest {};

TEST_F(clGetKernelInfoTest, TellsWhatItIs) {
  EXPECT_EQ(textOf(clGetKernelInfo, kernel(), CL_KERNEL_FUNCTION_NAME), "every");
  EXPECT_EQ(infoOf<cl_uint>(clGetKernelInfo, kernel(), CL_KERNEL_NUM_ARGS), 7u);
  EXPECT_EQ(infoOf<cl_context>(clGetKernelInfo, kernel(), CL_KERNEL_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_program>(clGetKernelInfo, kernel(), CL_KERNEL_PROGRAM), program());
  EXPECT_EQ(textOf(clGetKernelInfo, kernel(), CL_KERNEL_ATTRIBUTES), "reqd_work_group_size(8,4,2)");
}
