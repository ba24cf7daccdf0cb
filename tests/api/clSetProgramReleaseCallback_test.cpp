// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

// tests/frontend/variables_test.cpp has programs with destructors.
struct clSetProgramReleaseCallbackTest : ProgramTest {};

TEST_F(clSetProgramReleaseCallbackTest, InvalidProgram) {
  EXPECT_CONDITION("clSetProgramReleaseCallback/CL_INVALID_PROGRAM/program-invalid",
                   clSetProgramReleaseCallback(nullptr, ignore, nullptr));
}

TEST_F(clSetProgramReleaseCallbackTest, InvalidValueWithoutAFunction) {
  EXPECT_CONDITION("clSetProgramReleaseCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetProgramReleaseCallback(program(), nullptr, nullptr));
}

TEST_F(clSetProgramReleaseCallbackTest, InvalidOperationForAProgramWithoutDestructors) {
  EXPECT_CONDITION("clSetProgramReleaseCallback/CL_INVALID_OPERATION/no-destructors",
                   clSetProgramReleaseCallback(program(), ignore, nullptr));
}
