// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
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

TEST_F(clCreateCommandQueueTest, invalidValue) {
  cl_int error = CL_SUCCESS;
  for (cl_command_queue_properties wrong : {1 << 20, CL_QUEUE_ON_DEVICE}) {
    EXPECT_EQ(clCreateCommandQueue(context(), device(), wrong, &error), nullptr);
    EXPECT_CONDITION("clCreateCommandQueue/CL_INVALID_VALUE/properties-invalid", error);
  }
}
