// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clReleaseKernelTest : ProgramTest {};

TEST_F(clReleaseKernelTest, letsTheProgramBeBuiltAgain) {
  OwnedKernel first = makeKernel("fill"), second = makeKernel("count");
  EXPECT_EQ(build(program()), CL_INVALID_OPERATION);
  first.reset();
  EXPECT_EQ(build(program()), CL_INVALID_OPERATION);
  second.reset();
  EXPECT_EQ(build(program()), CL_SUCCESS);
}

TEST_F(clReleaseKernelTest, invalidKernel) {
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_EQ(clReleaseKernel(wrong), CL_INVALID_KERNEL);
}
