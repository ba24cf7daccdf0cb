// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCreateProgramWithBuiltInKernelsTest : ProgramTest {
  cl_int error(cl_context in, cl_uint count, const cl_device_id* devices, const char* names) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(in, count, devices, names, &code), nullptr);
    return code;
  }
};

TEST_F(clCreateProgramWithBuiltInKernelsTest, InvalidContext) {
  const cl_device_id on = device();
  EXPECT_CONDITION("clCreateProgramWithBuiltInKernels/CL_INVALID_CONTEXT/context-invalid",
                   error(nullptr, 1, &on, "name"));
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, InvalidValueWithoutDevicesOrNames) {
  const cl_device_id on = device();
  EXPECT_CONDITION(
      "clCreateProgramWithBuiltInKernels/CL_INVALID_VALUE/device_list-null-num_devices-zero",
      error(context(), 0, &on, "name"));
  EXPECT_CONDITION(
      "clCreateProgramWithBuiltInKernels/CL_INVALID_VALUE/device_list-null-num_devices-zero",
      error(context(), 1, nullptr, "name"));
  EXPECT_CONDITION(
      "clCreateProgramWithBuiltInKernels/CL_INVALID_VALUE/kernel_names-null-or-unknown",
      error(context(), 1, &on, nullptr));
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, InvalidDevice) {
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_CONDITION("clCreateProgramWithBuiltInKernels/CL_INVALID_DEVICE/device-foreign",
                   error(context(), 1, &wrong, "name"));
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, InvalidValueForAKernelThatNoDeviceHas) {
  const cl_device_id on = device();
  EXPECT_CONDITION(
      "clCreateProgramWithBuiltInKernels/CL_INVALID_VALUE/kernel_names-null-or-unknown",
      error(context(), 1, &on, "name"));
}
