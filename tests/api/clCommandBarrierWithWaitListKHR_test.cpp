// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"

using namespace lanewise::test;

struct clCommandBarrierWithWaitListKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record) { return barrier(record); }
};

TEST_F(clCommandBarrierWithWaitListKHRTest, IsASyncPointOfItsOwn) {
  CommandBuffer buffer = make();
  cl_sync_point_khr first = 0, second = 0;
  ASSERT_EQ(call({.buffer = buffer, .point = &first}), CL_SUCCESS);
  ASSERT_EQ(call({.buffer = buffer, .count = 1, .waits = &first, .point = &second}), CL_SUCCESS);
  EXPECT_NE(first, second);
}

TEST_F(clCommandBarrierWithWaitListKHRTest, WhatIsAfterItRunsAfterWhatIsBefore) {
  Queue outOfOrder = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Buffer memory = makeBuffer(64);
  CommandBuffer buffer = makeOn(outOfOrder);
  ASSERT_EQ(fillBuffer({.buffer = buffer}, memory, 1, 0, 64), CL_SUCCESS);
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(fillBuffer({.buffer = buffer}, memory, 2, 0, 32), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  ASSERT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[0], 2);
  EXPECT_EQ(ints(memory)[8], 1);
}

TEST_F(clCommandBarrierWithWaitListKHRTest, AnEmptyPropertyListIsNone) {
  CommandBuffer buffer = make();
  const cl_command_properties_khr none = 0;
  EXPECT_EQ(call({.buffer = buffer, .properties = &none}), CL_SUCCESS);
}
