// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueWaitForEventsTest : EnqueueTest {};

TEST_F(clEnqueueWaitForEventsTest, holdsBackWhatComesAfter) {
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

TEST_F(clEnqueueWaitForEventsTest, invalidCommandQueue) {
  const Event user = userEvent(context());
  expectInvalidCommandQueue([&](cl_command_queue wrong) {
    return clEnqueueWaitForEvents(wrong, 1, user.array());
  });
}

TEST_F(clEnqueueWaitForEventsTest, invalidValue) {
  const Event user = userEvent(context());
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 0, user.array()), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 1, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueWaitForEventsTest, invalidEvent) {
  const cl_event wrong[] = {ofOtherType<cl_event>()};
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 1, wrong), CL_INVALID_EVENT);
}

TEST_F(clEnqueueWaitForEventsTest, invalidContext) {
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* list) {
    return clEnqueueWaitForEvents(queue(), count, list);
  });
}
