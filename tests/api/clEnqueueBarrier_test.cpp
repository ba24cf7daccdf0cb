// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueBarrierTest : ApiTest {};

TEST_F(clEnqueueBarrierTest, HoldsBackWhatComesAfter) {
  Queue any = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Event user = userEvent(context());
  ASSERT_EQ(clEnqueueMarkerWithWaitList(any, 1, user.array(), nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueBarrier(any), CL_SUCCESS);
  auto bytes = counted(16);
  Buffer buffer = makeBuffer(16);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueWriteBuffer(any, buffer, CL_FALSE, 0, 16, bytes.data(), 0, nullptr, &handle),
            CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFlush(any), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}
