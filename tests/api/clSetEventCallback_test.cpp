// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <future>

using namespace lanewise::test;

struct clSetEventCallbackTest : ApiTest {};

namespace {
void CL_CALLBACK tell(cl_event, cl_int status, void* user) {
  static_cast<std::promise<cl_int>*>(user)->set_value(status);
}
}  // namespace

TEST_F(clSetEventCallbackTest, InvalidEvent) {
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>()})
    EXPECT_CONDITION("clSetEventCallback/CL_INVALID_EVENT/event-invalid",
                     clSetEventCallback(wrong, CL_COMPLETE, tell, nullptr));
  cl_event released = userEvent(context());
  EXPECT_CONDITION("clSetEventCallback/CL_INVALID_EVENT/event-invalid",
                   clSetEventCallback(released, CL_COMPLETE, tell, nullptr))
      << "released";
}

TEST_F(clSetEventCallbackTest, CalledWhenTheCommandIsComplete) {
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  std::promise<cl_int> told;
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, tell, &told), CL_SUCCESS);
  EXPECT_EQ(told.get_future().get(), CL_COMPLETE);
}

TEST_F(clSetEventCallbackTest, CalledForUserEvents) {
  const Event event = userEvent(context());
  std::promise<cl_int> submitted, complete;
  EXPECT_EQ(clSetEventCallback(event, CL_SUBMITTED, tell, &submitted), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, tell, &complete), CL_SUCCESS);
  EXPECT_EQ(submitted.get_future().get(), CL_SUBMITTED);
  ASSERT_EQ(clSetUserEventStatus(event, -3), CL_SUCCESS);
  EXPECT_EQ(complete.get_future().get(), -3);
}

TEST_F(clSetEventCallbackTest, InvalidValue) {
  const Event event = userEvent(context());
  EXPECT_CONDITION("clSetEventCallback/CL_INVALID_VALUE/pfn_event_notify-null",
                   clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr));
  EXPECT_CONDITION("clSetEventCallback/CL_INVALID_VALUE/callback_type-invalid",
                   clSetEventCallback(event, CL_QUEUED, tell, nullptr));
  EXPECT_CONDITION("clSetEventCallback/CL_INVALID_VALUE/callback_type-invalid",
                   clSetEventCallback(event, -1, tell, nullptr));
}
