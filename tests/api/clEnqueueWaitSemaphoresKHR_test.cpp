// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clEnqueueWaitSemaphoresKHRTest : SemaphoreTest {};

TEST_F(clEnqueueWaitSemaphoresKHRTest, WaitsForASignalOfAnotherQueue) {
  Semaphore semaphore = make();
  Queue second = makeQueue(context());
  cl_event handle = nullptr;
  ASSERT_EQ(wait(second, semaphore, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFlush(second), CL_SUCCESS);
  EXPECT_GT(statusOf(event), CL_COMPLETE);
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_SEMAPHORE_WAIT_KHR));
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, EachSignalIsForOneWait) {
  Semaphore semaphore = make();
  for (int round = 0; round < 100; ++round) {
    ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
    ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, HoldsBackWhatComesAfterItInOrder) {
  Semaphore semaphore = make();
  Queue second = makeQueue(context());
  Buffer buffer = makeBuffer(64);
  const cl_int one = 1, two = 2;
  ASSERT_EQ(wait(second, semaphore), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(second, buffer, &two, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFlush(second), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &one, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[0], 2);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, AWaitThatFailsLeavesTheSignal) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  Queue second = makeQueue(context());
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  ASSERT_EQ(wait(second, semaphore, 1, gate.array()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  ASSERT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, ForASignalFromOutside) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  Semaphore other =
      makeIn(otherContext(), importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, exported(semaphore)));
  for (int round = 0; round < 10; ++round) {
    cl_event handle = nullptr;
    ASSERT_EQ(wait(queue(), semaphore, 0, nullptr, &handle), CL_SUCCESS);
    Event event(handle);
    ASSERT_EQ(clFlush(queue()), CL_SUCCESS);
    ASSERT_EQ(signal(otherQueue(), other), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  }
  EXPECT_EQ(payload(other), 0u);
}

// Like two processes that see at the same time that it is not signaled.
TEST_F(clEnqueueWaitSemaphoresKHRTest, TakesAllSignalsFromOutsideThatNoWaitWasBetween) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  const int outside = exported(semaphore);
  ASSERT_EQ(eventfd_write(outside, 1), 0);
  ASSERT_EQ(eventfd_write(outside, 1), 0);
  EXPECT_EQ(payload(semaphore), 1u);
  ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  close(outside);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, FailsWhereTheApplicationClosedOurDescriptor) {
  Semaphore source = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  const int file = exported(source);
  // The import duplicates the descriptor, so the copy has the first free number.
  const int free = fcntl(file, F_DUPFD_CLOEXEC, 0);
  close(free);
  Semaphore semaphore = make(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, file));
  ASSERT_EQ(close(free), 0);
  cl_event handle = nullptr;
  ASSERT_EQ(wait(queue(), semaphore, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(event), 0);
}
