// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetUserEventStatusTest : ApiTest {};

TEST_F(clSetUserEventStatusTest, InvalidEvent) {
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>()})
    EXPECT_CONDITION("clSetUserEventStatus/CL_INVALID_EVENT/event-invalid",
                     clSetUserEventStatus(wrong, CL_COMPLETE));
  cl_event released = userEvent(context());
  EXPECT_CONDITION("clSetUserEventStatus/CL_INVALID_EVENT/event-invalid",
                   clSetUserEventStatus(released, CL_COMPLETE))
      << "released";
}

TEST_F(clSetUserEventStatusTest, InvalidEventOfACommand) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_CONDITION("clSetUserEventStatus/CL_INVALID_EVENT/event-invalid",
                   clSetUserEventStatus(event, CL_COMPLETE));
}

TEST_F(clSetUserEventStatusTest, InvalidValue) {
  const Event event = userEvent(context());
  for (cl_int wrong : {CL_RUNNING, CL_SUBMITTED, CL_QUEUED, 77})
    EXPECT_CONDITION("clSetUserEventStatus/CL_INVALID_VALUE/execution_status-invalid",
                     clSetUserEventStatus(event, wrong));
}

TEST_F(clSetUserEventStatusTest, InvalidOperationTheSecondTime) {
  const Event event = userEvent(context());
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_CONDITION("clSetUserEventStatus/CL_INVALID_OPERATION/already-set",
                   clSetUserEventStatus(event, CL_COMPLETE));
}

TEST_F(clSetUserEventStatusTest, AnErrorTerminatesWhatWaits) {
  const Event event = userEvent(context());
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, event.array(), &handle), CL_SUCCESS);
  Event waiting(handle);
  ASSERT_EQ(clSetUserEventStatus(event, -9), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waiting.array()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), 0);
}
