// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clRetainEventTest : EnqueueTest {};

TEST_F(clRetainEventTest, invalidEvent) {
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>()})
    EXPECT_EQ(clRetainEvent(wrong), CL_INVALID_EVENT);
  cl_event released = userEvent(context());
  EXPECT_EQ(clRetainEvent(released), CL_INVALID_EVENT) << "released";
}

TEST_F(clRetainEventTest, counts) {
  const Event event = userEvent(context());
  const auto count = [&] {
    return infoOf<cl_uint>(clGetEventInfo, cl_event(event), CL_EVENT_REFERENCE_COUNT);
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}
