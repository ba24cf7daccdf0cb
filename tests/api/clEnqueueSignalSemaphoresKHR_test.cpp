// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clEnqueueSignalSemaphoresKHRTest : SemaphoreTest {};

TEST_F(clEnqueueSignalSemaphoresKHRTest, Signals) {
  Semaphore semaphore = make();
  cl_event handle = nullptr;
  ASSERT_EQ(signal(queue(), semaphore, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_SEMAPHORE_SIGNAL_KHR));
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, SeveralAtOnce) {
  Semaphore first = make(), second = make();
  const cl_semaphore_khr both[] = {first, second};
  const cl_semaphore_payload_khr ignored[] = {1, 2};
  ASSERT_EQ(
      LW_EXTENSION(clEnqueueSignalSemaphoresKHR)(queue(), 2, both, ignored, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(first) + payload(second), 2u);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, NotBeforeItsEvents) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  ASSERT_EQ(signal(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, ASignalThatFailsIsNone) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  ASSERT_EQ(signal(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}
