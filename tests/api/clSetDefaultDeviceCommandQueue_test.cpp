// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetDefaultDeviceCommandQueueTest : ApiTest {};

TEST_F(clSetDefaultDeviceCommandQueueTest, InvalidContext) {
  const cl_command_queue any =
      queue();  // created first: it may reuse the block of the released context
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_CONTEXT/context-invalid",
                     clSetDefaultDeviceCommandQueue(wrong, device(), any));
}

TEST_F(clSetDefaultDeviceCommandQueueTest, InvalidDevice) {
  EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_DEVICE/device-invalid",
                   clSetDefaultDeviceCommandQueue(context(), nullptr, queue()));
}

TEST_F(clSetDefaultDeviceCommandQueueTest, InvalidOperationWithoutQueuesOnTheDevice) {
  for (cl_command_queue any : {queue(), cl_command_queue()})
    EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_OPERATION/no-device-queue",
                     clSetDefaultDeviceCommandQueue(context(), device(), any));
}

TEST_F(clSetDefaultDeviceCommandQueueTest, InvalidCommandQueue) {
  for (cl_command_queue wrong : {ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_COMMAND_QUEUE/invalid-queue",
                     clSetDefaultDeviceCommandQueue(context(), device(), wrong));
}
