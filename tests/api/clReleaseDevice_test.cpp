// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clReleaseDeviceTest : ApiTest {
  cl_uint count(cl_device_id which) {
    return infoOf<cl_uint>(clGetDeviceInfo, which, CL_DEVICE_REFERENCE_COUNT);
  }
  cl_device_id part() {
    const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id made = nullptr;
    EXPECT_EQ(clCreateSubDevices(device(), properties, 1, &made, nullptr), CL_SUCCESS);
    return made;
  }
};

TEST_F(clReleaseDeviceTest, doesNotCountRootDevices) {
  EXPECT_EQ(clReleaseDevice(device()), CL_SUCCESS);
  EXPECT_EQ(count(device()), 1u);
}

TEST_F(clReleaseDeviceTest, countsSubDevices) {
  const cl_device_id made = part();
  EXPECT_EQ(clRetainDevice(made), CL_SUCCESS);
  EXPECT_EQ(count(made), 2u);
  EXPECT_EQ(clReleaseDevice(made), CL_SUCCESS);
  EXPECT_EQ(count(made), 1u);
  EXPECT_EQ(clReleaseDevice(made), CL_SUCCESS);
}

TEST_F(clReleaseDeviceTest, invalidDevice) {
  EXPECT_EQ(clReleaseDevice(nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(ofOtherType<cl_device_id>()), CL_INVALID_DEVICE);
  const cl_device_id released = part();
  clReleaseDevice(released);
  EXPECT_EQ(clReleaseDevice(released), CL_INVALID_DEVICE);
}
