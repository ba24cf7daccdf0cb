// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clFinishTest : ApiTest {};

TEST_F(clFinishTest, InvalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION("clFinish/CL_INVALID_COMMAND_QUEUE/invalid-queue", clFinish(wrong));
}

TEST_F(clFinishTest, LetsCommandsComplete) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, cl_event(event), CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_COMPLETE);
}
