// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clCreateProgramWithILKHR: the name of clCreateProgramWithIL in cl_khr_il_program.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateProgramWithILKHRTest : ApiTest {
  cl_int error(cl_context where, const void* il, size_t sizeBytes) {
    auto* call = reinterpret_cast<clCreateProgramWithILKHR_t*>(
        clGetExtensionFunctionAddressForPlatform(platform(), "clCreateProgramWithILKHR"));
    if (!call) return 12345;
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(call(where, il, sizeBytes, &code), nullptr);
    return code;
  }
};

TEST_F(clCreateProgramWithILKHRTest, InvalidContext) {
  EXPECT_CONDITION("clCreateProgramWithILKHR/CL_INVALID_CONTEXT/context-invalid",
                   error(ofOtherType<cl_context>(), "abcd", 4));
}

TEST_F(clCreateProgramWithILKHRTest, InvalidValue) {
  EXPECT_CONDITION("clCreateProgramWithILKHR/CL_INVALID_VALUE/il-null",
                   error(context(), nullptr, 4));
  EXPECT_CONDITION("clCreateProgramWithILKHR/CL_INVALID_VALUE/length-zero",
                   error(context(), "abcd", 0));
  EXPECT_CONDITION("clCreateProgramWithILKHR/CL_INVALID_VALUE/il-malformed",
                   error(context(), "not SPIR-V at all...", 20));
}
