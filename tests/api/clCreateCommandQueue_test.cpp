// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateCommandQueueTest : ApiTest {};

TEST_F(clCreateCommandQueueTest, InvalidValue) {
  cl_int error = CL_SUCCESS;
  for (cl_command_queue_properties wrong : {1 << 20, CL_QUEUE_ON_DEVICE}) {
    EXPECT_EQ(clCreateCommandQueue(context(), device(), wrong, &error), nullptr);
    EXPECT_CONDITION("clCreateCommandQueue/CL_INVALID_VALUE/properties-invalid", error);
  }
}
