// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetCommandQueuePropertyTest : ApiTest {};

TEST_F(clSetCommandQueuePropertyTest, invalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_EQ(clSetCommandQueueProperty(wrong, 0, CL_TRUE, nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clSetCommandQueuePropertyTest, invalidValue) {
  EXPECT_EQ(clSetCommandQueueProperty(queue(), 1 << 20, CL_TRUE, nullptr), CL_INVALID_VALUE);
}

TEST_F(clSetCommandQueuePropertyTest, invalidOperationAsPropertiesAreFixed) {
  cl_command_queue_properties before = 77;
  EXPECT_EQ(clSetCommandQueueProperty(queue(), CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &before),
            CL_INVALID_OPERATION);
  EXPECT_EQ(before, 0u);
}
