// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueMarkerTest : ApiTest {};

TEST_F(clEnqueueMarkerTest, CompletesAfterAllBeforeIt) {
  Queue any = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Event user = userEvent(context());
  ASSERT_EQ(clEnqueueMarkerWithWaitList(any, 1, user.array(), nullptr), CL_SUCCESS);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarker(any, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFlush(any), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_F(clEnqueueMarkerTest, InvalidValue) {
  EXPECT_CONDITION("clEnqueueMarker/CL_INVALID_VALUE/event-null",
                   clEnqueueMarker(queue(), nullptr));
}
