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

TEST_F(clSetDefaultDeviceCommandQueueTest, ReplacesTheDefaultQueue) {
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  const cl_queue_properties other[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  Queue first(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  Queue second(clCreateCommandQueueWithProperties(context(), device(), other, nullptr));
  const cl_command_queue queue = second;
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), device(), queue), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT), queue);
  EXPECT_EQ(infoOf<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT), 1u);
}

TEST_F(clSetDefaultDeviceCommandQueueTest, InvalidCommandQueue) {
  const cl_queue_properties onDevice[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  const Queue other(
      clCreateCommandQueueWithProperties(otherContext(), device(), onDevice, nullptr));
  for (cl_command_queue wrong : {cl_command_queue(), ofOtherType<cl_command_queue>(),
                                 releasedQueue(), queue(), cl_command_queue(other)})
    EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_COMMAND_QUEUE/invalid-queue",
                     clSetDefaultDeviceCommandQueue(context(), device(), wrong));
}
