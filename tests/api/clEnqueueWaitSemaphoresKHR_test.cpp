// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clEnqueueWaitSemaphoresKHRTest : SemaphoreTest {};

TEST_F(clEnqueueWaitSemaphoresKHRTest, waitsForASignalOfAnotherQueue) {
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

TEST_F(clEnqueueWaitSemaphoresKHRTest, eachSignalIsForOneWait) {
  Semaphore semaphore = make();
  for (int round = 0; round < 100; ++round) {
    ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
    ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, holdsBackWhatComesAfterItInOrder) {
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

TEST_F(clEnqueueWaitSemaphoresKHRTest, aWaitThatFailsLeavesTheSignal) {
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

TEST_F(clEnqueueWaitSemaphoresKHRTest, forASignalFromOutside) {
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

// As two processes do that see at once that it is not signaled.
TEST_F(clEnqueueWaitSemaphoresKHRTest, takesAllSignalsFromOutsideThatNoWaitWasBetween) {
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

TEST_F(clEnqueueWaitSemaphoresKHRTest, failsWhereTheApplicationClosedOurDescriptor) {
  Semaphore source = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  const int file = exported(source);
  // The copy that the import makes has the first free number.
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

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidCommandQueue) {
  Semaphore semaphore = make();
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return wait(wrong, semaphore); });
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidCommandQueueOfAnotherDevice) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (clCreateSubDevices(device(), one, 1, &part, nullptr) != CL_SUCCESS)
    GTEST_SKIP() << "a device of one compute unit";
  const cl_device_id both[] = {device(), part};
  Context two(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
  Semaphore semaphore = makeIn(two, {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                     reinterpret_cast<cl_semaphore_properties_khr>(part),
                                     CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR});
  Queue whole = makeQueue(two);
  EXPECT_CONDITION(
      "clEnqueueWaitSemaphoresKHR/CL_INVALID_COMMAND_QUEUE/device-command_queue-not-same-devices",
      wait(whole, semaphore));
  clReleaseDevice(part);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidValue) {
  Semaphore semaphore = make();
  const auto call =
      semaphoreFunction<decltype(clEnqueueWaitSemaphoresKHR)>("clEnqueueWaitSemaphoresKHR");
  EXPECT_CONDITION("clEnqueueWaitSemaphoresKHR/CL_INVALID_VALUE/num_sema_objects-zero",
                   call(queue(), 0, semaphore.array(), nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(call(queue(), 1, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidSemaphore) {
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    EXPECT_CONDITION(
        "clEnqueueWaitSemaphoresKHR/CL_INVALID_SEMAPHORE_KHR/semaphore-sema_objects-not-valid",
        wait(queue(), wrong));
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidContext) {
  Semaphore semaphore = make();
  EXPECT_CONDITION(
      "clEnqueueWaitSemaphoresKHR/CL_INVALID_CONTEXT/"
      "any-of-the-semaphore-objects-in-sema_objects-of-other-context",
      wait(otherQueue(), semaphore));
  expectInvalidContextForEvents(
      [&](cl_uint count, const cl_event* waits) { return wait(queue(), semaphore, count, waits); });
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, invalidEventWaitList) {
  Semaphore semaphore = make();
  expectInvalidEventWaitList(
      [&](cl_uint count, const cl_event* waits) { return wait(queue(), semaphore, count, waits); });
}

TEST_F(clEnqueueWaitSemaphoresKHRTest, execStatusErrorForAnEventThatFailed) {
  Semaphore semaphore = make();
  Event failed = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  EXPECT_CONDITION(
      "clEnqueueWaitSemaphoresKHR/CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST/failed-event",
      wait(queue(), semaphore, 1, failed.array()));
}
