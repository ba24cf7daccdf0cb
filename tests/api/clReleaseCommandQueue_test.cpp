// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clReleaseCommandQueueTest : ApiTest {};

TEST_F(clReleaseCommandQueueTest, invalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_EQ(clReleaseCommandQueue(wrong), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clReleaseCommandQueueTest, counts) {
  const auto count = [&] {
    return infoOf<cl_uint>(clGetCommandQueueInfo, queue(), CL_QUEUE_REFERENCE_COUNT);
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainCommandQueue(queue()), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseCommandQueue(queue()), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}
