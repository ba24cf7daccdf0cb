// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clRetainProgramTest : ProgramTest {};

TEST_F(clRetainProgramTest, counts) {
  EXPECT_EQ(infoOf<cl_uint>(clGetProgramInfo, program(), CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainProgram(program()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetProgramInfo, program(), CL_PROGRAM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseProgram(program()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetProgramInfo, program(), CL_PROGRAM_REFERENCE_COUNT), 1u);
}

TEST_F(clRetainProgramTest, invalidProgram) {
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_EQ(clRetainProgram(wrong), CL_INVALID_PROGRAM);
}
