// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetEventInfoTest : ApiTest {};

TEST_F(clGetEventInfoTest, TellsOfACommand) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(infoOf<cl_command_queue>(clGetEventInfo, handle, CL_EVENT_COMMAND_QUEUE), queue());
  EXPECT_EQ(infoOf<cl_context>(clGetEventInfo, handle, CL_EVENT_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_MARKER));
  EXPECT_EQ(infoOf<cl_uint>(clGetEventInfo, handle, CL_EVENT_REFERENCE_COUNT), 1u);
}

TEST_F(clGetEventInfoTest, TellsOfAUserEvent) {
  const Event event = userEvent(context());
  const cl_event handle = event;
  EXPECT_EQ(infoOf<cl_command_queue>(clGetEventInfo, handle, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_USER));
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_SUBMITTED);
}

TEST_F(clGetEventInfoTest, AskingForTheStatusGetsTheCommandGoing) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  while (infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS) != CL_COMPLETE) {
  }
}
