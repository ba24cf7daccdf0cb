// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueMarkerWithWaitListTest : EnqueueTest {};

TEST_F(clEnqueueMarkerWithWaitListTest, waitsForTheList) {
  const Event user = userEvent(context());
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, user.array(), &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFlush(queue()), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_MARKER));
}
