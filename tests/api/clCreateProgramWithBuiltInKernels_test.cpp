// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCreateProgramWithBuiltInKernelsTest : ProgramTest {
  cl_int error(cl_context in, cl_uint count, const cl_device_id* devices, const char* names) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(in, count, devices, names, &code), nullptr);
    return code;
  }
};

TEST_F(clCreateProgramWithBuiltInKernelsTest, invalidContext) {
  const cl_device_id on = device();
  EXPECT_EQ(error(nullptr, 1, &on, "name"), CL_INVALID_CONTEXT);
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, invalidValueWithoutDevicesOrNames) {
  const cl_device_id on = device();
  EXPECT_EQ(error(context(), 0, &on, "name"), CL_INVALID_VALUE);
  EXPECT_EQ(error(context(), 1, nullptr, "name"), CL_INVALID_VALUE);
  EXPECT_EQ(error(context(), 1, &on, nullptr), CL_INVALID_VALUE);
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, invalidDevice) {
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_EQ(error(context(), 1, &wrong, "name"), CL_INVALID_DEVICE);
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, invalidValueForAKernelThatNoDeviceHas) {
  const cl_device_id on = device();
  EXPECT_EQ(error(context(), 1, &on, "name"), CL_INVALID_VALUE);
}
