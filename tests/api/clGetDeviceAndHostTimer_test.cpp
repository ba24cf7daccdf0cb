// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetDeviceAndHostTimerTest : ApiTest {};

TEST_F(clGetDeviceAndHostTimerTest, GoesForward) {
  cl_ulong device1 = 0, host1 = 0, device2 = 0, host2 = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &device1, &host1), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &device2, &host2), CL_SUCCESS);
  EXPECT_GT(device1, 0u);
  EXPECT_GE(device2, device1);
  EXPECT_GE(host2, host1);
}

TEST_F(clGetDeviceAndHostTimerTest, HostTimerIsTheOneOfClGetHostTimer) {
  cl_ulong device1 = 0, host1 = 0, host2 = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &device1, &host1), CL_SUCCESS);
  ASSERT_EQ(clGetHostTimer(device(), &host2), CL_SUCCESS);
  EXPECT_GE(host2, host1);
  EXPECT_LT(host2 - host1, 10'000'000'000u);
}

TEST_F(clGetDeviceAndHostTimerTest, InvalidDevice) {
  cl_ulong device1 = 0, host1 = 0;
  EXPECT_CONDITION("clGetDeviceAndHostTimer/CL_INVALID_DEVICE/device-invalid",
                   clGetDeviceAndHostTimer(ofOtherType<cl_device_id>(), &device1, &host1));
}

TEST_F(clGetDeviceAndHostTimerTest, InvalidValueForNull) {
  cl_ulong stamp = 0;
  EXPECT_CONDITION("clGetDeviceAndHostTimer/CL_INVALID_VALUE/device_timestamp-null",
                   clGetDeviceAndHostTimer(device(), nullptr, &stamp));
  EXPECT_CONDITION("clGetDeviceAndHostTimer/CL_INVALID_VALUE/host_timestamp-null",
                   clGetDeviceAndHostTimer(device(), &stamp, nullptr));
}
