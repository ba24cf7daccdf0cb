// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetProgramBuildInfoTest : ProgramTest {};

TEST_F(clGetProgramBuildInfoTest, TellsOfTheBuild) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(status(own), CL_BUILD_NONE);
  EXPECT_EQ(buildText(own, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(log(own), "");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(own, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  ASSERT_EQ(build(own, "-w"), CL_SUCCESS);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(own, CL_PROGRAM_BUILD_OPTIONS), "-w");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(own, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(buildInfo<size_t>(own, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
}

TEST_F(clGetProgramBuildInfoTest, InvalidDevice) {
  for (cl_device_id wrong : {cl_device_id(), ofOtherType<cl_device_id>()})
    EXPECT_CONDITION(
        "clGetProgramBuildInfo/CL_INVALID_DEVICE/device-foreign",
        clGetProgramBuildInfo(program(), wrong, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr));
}
