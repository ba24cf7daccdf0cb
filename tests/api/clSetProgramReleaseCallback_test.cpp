// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetProgramReleaseCallbackTest : ProgramTest {
  struct Call {
    std::string* order;
    char letter;
    static void CL_CALLBACK run(cl_program, void* user) {
      const Call& call = *static_cast<Call*>(user);
      call.order->push_back(call.letter);
    }
  };
  std::string order;
  Call first{&order, '1'}, second{&order, '2'};
};

TEST_F(clSetProgramReleaseCallbackTest, RunsLastFirstWhenTheProgramGoes) {
  const char* text = "kernel void k() {}";
  const cl_program own = clCreateProgramWithSource(context(), 1, &text, nullptr, nullptr);
  ASSERT_EQ(clSetProgramReleaseCallback(own, Call::run, &first), CL_SUCCESS);
  ASSERT_EQ(clSetProgramReleaseCallback(own, Call::run, &second), CL_SUCCESS);
  waitForCallbacks();
  EXPECT_EQ(order, "");
  ASSERT_EQ(clReleaseProgram(own), CL_SUCCESS);
  waitForCallbacks();
  EXPECT_EQ(order, "21");
}

TEST_F(clSetProgramReleaseCallbackTest, InvalidProgram) {
  EXPECT_CONDITION("clSetProgramReleaseCallback/CL_INVALID_PROGRAM/program-invalid",
                   clSetProgramReleaseCallback(nullptr, ignore, nullptr));
}

TEST_F(clSetProgramReleaseCallbackTest, InvalidValueWithoutAFunction) {
  EXPECT_CONDITION("clSetProgramReleaseCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetProgramReleaseCallback(program(), nullptr, nullptr));
}
