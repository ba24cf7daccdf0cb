// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateCommandQueueTest : ApiTest {};

TEST_F(clCreateCommandQueueTest, makesQueuesOfBothKinds) {
  for (cl_command_queue_properties bits :
       {cl_command_queue_properties(0), cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                    CL_QUEUE_PROFILING_ENABLE)}) {
    cl_int error = 1;
    Queue made(clCreateCommandQueue(context(), device(), bits, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(infoOf<cl_command_queue_properties>(clGetCommandQueueInfo, cl_command_queue(made),
                                                  CL_QUEUE_PROPERTIES),
              bits);
    EXPECT_EQ(clFinish(made), CL_SUCCESS);
  }
}

TEST_F(clCreateCommandQueueTest, invalidContext) {
  cl_int error = CL_SUCCESS;
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()}) {
    EXPECT_EQ(clCreateCommandQueue(wrong, device(), 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(clCreateCommandQueueTest, invalidDevice) {
  cl_int error = CL_SUCCESS;
  for (cl_device_id wrong : {cl_device_id(), ofOtherType<cl_device_id>()}) {
    EXPECT_EQ(clCreateCommandQueue(context(), wrong, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
}

TEST_F(clCreateCommandQueueTest, invalidDeviceOfAnotherContext) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id part = nullptr;
  cl_uint count = 0;
  if (clCreateSubDevices(device(), equally, 0, nullptr, &count) != CL_SUCCESS) GTEST_SKIP();
  std::vector<cl_device_id> parts(count);
  ASSERT_EQ(clCreateSubDevices(device(), equally, count, parts.data(), nullptr), CL_SUCCESS);
  part = parts[0];
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateCommandQueue(context(), part, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  for (cl_device_id each : parts) clReleaseDevice(each);
}

TEST_F(clCreateCommandQueueTest, invalidValue) {
  cl_int error = CL_SUCCESS;
  for (cl_command_queue_properties wrong : {1 << 20, CL_QUEUE_ON_DEVICE}) {
    EXPECT_EQ(clCreateCommandQueue(context(), device(), wrong, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
}
