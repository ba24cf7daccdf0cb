// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clReleaseProgramTest : ProgramTest {};

TEST_F(clReleaseProgramTest, aKernelOutlivesTheApplicationsProgram) {
  OwnedProgram own = makeProgram();
  ASSERT_EQ(build(own), CL_SUCCESS);
  OwnedKernel kernel(clCreateKernel(own, "fill", nullptr));
  own.reset();
  EXPECT_EQ(textOf(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME), "fill");
}

TEST_F(clReleaseProgramTest, duringABuildInTheBackground) {
  Done done;
  OwnedProgram own = makeProgram("slow", "released");
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  own.reset();
  done.wait();
}

TEST_F(clReleaseProgramTest, invalidProgram) {
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_EQ(clReleaseProgram(wrong), CL_INVALID_PROGRAM);
}
