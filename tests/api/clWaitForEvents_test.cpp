// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clWaitForEventsTest : ApiTest {};

TEST_F(clWaitForEventsTest, InvalidEvent) {
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>()})
    EXPECT_CONDITION("clWaitForEvents/CL_INVALID_EVENT/event-invalid", clWaitForEvents(1, &wrong));
  cl_event released = userEvent(context());
  EXPECT_CONDITION("clWaitForEvents/CL_INVALID_EVENT/event-invalid", clWaitForEvents(1, &released))
      << "released";
}

TEST_F(clWaitForEventsTest, InvalidValue) {
  const Event event = userEvent(context());
  EXPECT_CONDITION("clWaitForEvents/CL_INVALID_VALUE/num_events-zero-event_list-null",
                   clWaitForEvents(0, event.array()));
  EXPECT_CONDITION("clWaitForEvents/CL_INVALID_VALUE/num_events-zero-event_list-null",
                   clWaitForEvents(1, nullptr));
}

TEST_F(clWaitForEventsTest, InvalidContext) {
  const Event ours = userEvent(context()), theirs = userEvent(otherContext());
  const cl_event both[] = {ours, theirs};
  EXPECT_CONDITION("clWaitForEvents/CL_INVALID_CONTEXT/events-of-different-contexts",
                   clWaitForEvents(2, both));
}

TEST_F(clWaitForEventsTest, ExecStatusErrorForEventsInWaitList) {
  const Event event = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(event, -5), CL_SUCCESS);
  EXPECT_CONDITION("clWaitForEvents/CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST/failed-event",
                   clWaitForEvents(1, event.array()));
}

TEST_F(clWaitForEventsTest, WaitsForSeveral) {
  const Event first = userEvent(context()), second = userEvent(context());
  const cl_event both[] = {first, second};
  for (cl_event each : both) ASSERT_EQ(clSetUserEventStatus(each, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(2, both), CL_SUCCESS);
}
