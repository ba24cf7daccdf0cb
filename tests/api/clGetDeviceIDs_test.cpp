// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetDeviceIDsTest : ApiTest {
  cl_int count(cl_device_type type, cl_uint& number) {
    return clGetDeviceIDs(platform(), type, 0, nullptr, &number);
  }
};

TEST_F(clGetDeviceIDsTest, GivesOneCpu) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_ALL),
        cl_device_type(CL_DEVICE_TYPE_DEFAULT),
        cl_device_type(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)}) {
    cl_uint number = 0;
    EXPECT_EQ(count(type, number), CL_SUCCESS) << type;
    EXPECT_EQ(number, 1u) << type;
  }
}

TEST_F(clGetDeviceIDsTest, LeavesTheRestOfTheArrayAlone) {
  cl_device_id devices[2] = {nullptr, nullptr};
  cl_uint number = 0;
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 2, devices, &number), CL_SUCCESS);
  EXPECT_EQ(number, 1u);
  EXPECT_NE(devices[0], nullptr);
  EXPECT_EQ(devices[1], nullptr);
}

TEST_F(clGetDeviceIDsTest, DeviceNotFound) {
  for (cl_device_type type :
       {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM}) {
    cl_uint number = 7;
    EXPECT_CONDITION("clGetDeviceIDs/CL_DEVICE_NOT_FOUND/no-match", count(type, number)) << type;
    EXPECT_EQ(number, 0u) << type;
  }
}

TEST_F(clGetDeviceIDsTest, InvalidPlatform) {
  cl_uint number = 0;
  EXPECT_CONDITION(
      "clGetDeviceIDs/CL_INVALID_PLATFORM/platform-invalid",
      clGetDeviceIDs(ofOtherType<cl_platform_id>(), CL_DEVICE_TYPE_ALL, 0, nullptr, &number));
}

TEST_F(clGetDeviceIDsTest, InvalidDeviceType) {
  cl_uint number = 0;
  EXPECT_CONDITION("clGetDeviceIDs/CL_INVALID_DEVICE_TYPE/device_type-invalid", count(0, number));
  EXPECT_CONDITION("clGetDeviceIDs/CL_INVALID_DEVICE_TYPE/device_type-invalid",
                   count(1 << 20, number));
}

TEST_F(clGetDeviceIDsTest, InvalidValue) {
  cl_device_id device = nullptr;
  EXPECT_CONDITION("clGetDeviceIDs/CL_INVALID_VALUE/num_entries-zero",
                   clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &device, nullptr));
  EXPECT_CONDITION("clGetDeviceIDs/CL_INVALID_VALUE/no-result",
                   clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr));
}
