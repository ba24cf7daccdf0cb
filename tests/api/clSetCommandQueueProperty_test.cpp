// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetCommandQueuePropertyTest : ApiTest {};

TEST_F(clSetCommandQueuePropertyTest, InvalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION("clSetCommandQueueProperty/CL_INVALID_COMMAND_QUEUE/invalid-queue",
                     clSetCommandQueueProperty(wrong, 0, CL_TRUE, nullptr));
}

TEST_F(clSetCommandQueuePropertyTest, InvalidValue) {
  EXPECT_CONDITION("clSetCommandQueueProperty/CL_INVALID_VALUE/properties-invalid",
                   clSetCommandQueueProperty(queue(), 1 << 20, CL_TRUE, nullptr));
}

TEST_F(clSetCommandQueuePropertyTest, InvalidOperationAsPropertiesAreFixed) {
  cl_command_queue_properties before = 77;
  EXPECT_CONDITION("clSetCommandQueueProperty/CL_INVALID_OPERATION/properties-fixed",
                   clSetCommandQueueProperty(queue(), CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &before));
  EXPECT_EQ(before, 0u);
}
