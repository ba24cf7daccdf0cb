// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetProgramReleaseCallbackTest : ProgramTest {};

TEST_F(clSetProgramReleaseCallbackTest, invalidProgram) {
  EXPECT_EQ(clSetProgramReleaseCallback(nullptr, ignore, nullptr), CL_INVALID_PROGRAM);
}

TEST_F(clSetProgramReleaseCallbackTest, invalidValueWithoutAFunction) {
  EXPECT_EQ(clSetProgramReleaseCallback(program(), nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clSetProgramReleaseCallbackTest, invalidOperationForThereAreNoDestructors) {
  EXPECT_EQ(clSetProgramReleaseCallback(program(), ignore, nullptr), CL_INVALID_OPERATION);
}
