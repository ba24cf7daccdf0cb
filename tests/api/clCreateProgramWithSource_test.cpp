// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCreateProgramWithSourceTest : ProgramTest {
  static constexpr const char* kText = "kernel void k() {}\n";
  cl_int error(cl_context context, cl_uint count, const char** strings) {
    cl_int code = 12345;
    OwnedProgram made(clCreateProgramWithSource(context, count, strings, nullptr, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
};

TEST_F(clCreateProgramWithSourceTest, JoinsTheStrings) {
  const char* strings[] = {"abcXXX", "de", "f"};
  const size_t lengths[] = {3, 0, 1};
  OwnedProgram made(clCreateProgramWithSource(context(), 3, strings, lengths, nullptr));
  char text[16] = {};
  ASSERT_EQ(clGetProgramInfo(made, CL_PROGRAM_SOURCE, sizeof text, text, nullptr), CL_SUCCESS);
  EXPECT_STREQ(text, "abcdef");
}

TEST_F(clCreateProgramWithSourceTest, InvalidContext) {
  const char* text = kText;
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clCreateProgramWithSource/CL_INVALID_CONTEXT/context-invalid",
                     error(wrong, 1, &text));
}

TEST_F(clCreateProgramWithSourceTest, InvalidValueWithoutStrings) {
  const char* text = kText;
  EXPECT_CONDITION("clCreateProgramWithSource/CL_INVALID_VALUE/count-zero",
                   error(context(), 0, &text));
  EXPECT_CONDITION("clCreateProgramWithSource/CL_INVALID_VALUE/strings-entry-strings-null",
                   error(context(), 1, nullptr));
}

TEST_F(clCreateProgramWithSourceTest, InvalidValueForANullString) {
  const char* strings[] = {kText, nullptr};
  EXPECT_CONDITION("clCreateProgramWithSource/CL_INVALID_VALUE/strings-entry-strings-null",
                   error(context(), 2, strings));
}
