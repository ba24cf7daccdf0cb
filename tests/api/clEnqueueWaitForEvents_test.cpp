// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueWaitForEventsTest : ApiTest {};

TEST_F(clEnqueueWaitForEventsTest, HoldsBackWhatComesAfter) {
  Queue any = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Event user = userEvent(context());
  ASSERT_EQ(clEnqueueWaitForEvents(any, 1, user.array()), CL_SUCCESS);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(any, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFlush(any), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_F(clEnqueueWaitForEventsTest, InvalidCommandQueue) {
  const Event user = userEvent(context());
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION("clEnqueueWaitForEvents/CL_INVALID_COMMAND_QUEUE/invalid-queue",
                     clEnqueueWaitForEvents(wrong, 1, user.array()));
}

TEST_F(clEnqueueWaitForEventsTest, InvalidValue) {
  const Event user = userEvent(context());
  EXPECT_CONDITION("clEnqueueWaitForEvents/CL_INVALID_VALUE/num_events-0-event_list-null",
                   clEnqueueWaitForEvents(queue(), 0, user.array()));
  EXPECT_CONDITION("clEnqueueWaitForEvents/CL_INVALID_VALUE/num_events-0-event_list-null",
                   clEnqueueWaitForEvents(queue(), 1, nullptr));
}

TEST_F(clEnqueueWaitForEventsTest, InvalidEvent) {
  const cl_event wrong[] = {ofOtherType<cl_event>()};
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 1, wrong), CL_INVALID_EVENT);
}

TEST_F(clEnqueueWaitForEventsTest, InvalidContext) {
  const Event foreign = userEvent(otherContext());
  EXPECT_CONDITION("clEnqueueWaitForEvents/CL_INVALID_CONTEXT/events-of-other-context",
                   clEnqueueWaitForEvents(queue(), 1, foreign.array()));
}
