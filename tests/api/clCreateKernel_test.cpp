// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCreateKernelTest : ProgramTest {
  cl_int error(cl_program program, const char* name) {
    cl_int code = 12345;
    OwnedKernel made(clCreateKernel(program, name, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
};

TEST_F(clCreateKernelTest, FindsKernelsByName) {
  for (const char* name : {"fill", "count", "every"}) EXPECT_EQ(error(program(), name), CL_SUCCESS);
}

TEST_F(clCreateKernelTest, InvalidProgram) {
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_CONDITION("clCreateKernel/CL_INVALID_PROGRAM/program-invalid", error(wrong, "fill"));
}

TEST_F(clCreateKernelTest, InvalidProgramExecutable) {
  EXPECT_CONDITION("clCreateKernel/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
                   error(makeProgram(), "fill"));
}

TEST_F(clCreateKernelTest, InvalidKernelName) {
  for (const char* name : {"", "fil", "fill2", "fill_entry"})
    EXPECT_CONDITION("clCreateKernel/CL_INVALID_KERNEL_NAME/kernel_name-not-found-program",
                     error(program(), name))
        << name;
}

TEST_F(clCreateKernelTest, InvalidValueWithoutAName) {
  EXPECT_CONDITION("clCreateKernel/CL_INVALID_VALUE/kernel_name-null", error(program(), nullptr));
}
