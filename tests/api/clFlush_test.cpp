// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clFlushTest : ApiTest {};

TEST_F(clFlushTest, InvalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION("clFlush/CL_INVALID_COMMAND_QUEUE/invalid-queue", clFlush(wrong));
}

TEST_F(clFlushTest, LetsCommandsComplete) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(clFlush(queue()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, cl_event(event), CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_COMPLETE);
}
