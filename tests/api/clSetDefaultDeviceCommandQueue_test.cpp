// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetDefaultDeviceCommandQueueTest : ApiTest {};

TEST_F(clSetDefaultDeviceCommandQueueTest, invalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_NE(clSetDefaultDeviceCommandQueue(wrong, device(), queue()), CL_SUCCESS);
}

TEST_F(clSetDefaultDeviceCommandQueueTest, invalidDevice) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), nullptr, queue()), CL_INVALID_DEVICE);
}

TEST_F(clSetDefaultDeviceCommandQueueTest, invalidOperationWithoutQueuesOnTheDevice) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), device(), queue()), CL_INVALID_OPERATION);
}
