// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetHostTimerTest : ApiTest {};

TEST_F(clGetHostTimerTest, GoesForward) {
  cl_ulong first = 0, second = 0;
  ASSERT_EQ(clGetHostTimer(device(), &first), CL_SUCCESS);
  ASSERT_EQ(clGetHostTimer(device(), &second), CL_SUCCESS);
  EXPECT_GT(first, 0u);
  EXPECT_GE(second, first);
}

TEST_F(clGetHostTimerTest, InvalidDevice) {
  cl_ulong stamp = 0;
  EXPECT_CONDITION("clGetHostTimer/CL_INVALID_DEVICE/device-invalid",
                   clGetHostTimer(ofOtherType<cl_device_id>(), &stamp));
}

TEST_F(clGetHostTimerTest, InvalidValueForNull) {
  EXPECT_CONDITION("clGetHostTimer/CL_INVALID_VALUE/host_timestamp-null",
                   clGetHostTimer(device(), nullptr));
}
