// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clEnqueueSignalSemaphoresKHRTest : SemaphoreTest {};

TEST_F(clEnqueueSignalSemaphoresKHRTest, signals) {
  Semaphore semaphore = make();
  cl_event handle = nullptr;
  ASSERT_EQ(signal(queue(), semaphore, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_SEMAPHORE_SIGNAL_KHR));
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, severalAtOnce) {
  Semaphore first = make(), second = make();
  const cl_semaphore_khr both[] = {first, second};
  const cl_semaphore_payload_khr ignored[] = {1, 2};
  ASSERT_EQ(semaphoreFunction<decltype(clEnqueueSignalSemaphoresKHR)>(
                "clEnqueueSignalSemaphoresKHR")(queue(), 2, both, ignored, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(first) + payload(second), 2u);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, notBeforeItsEvents) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  ASSERT_EQ(signal(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, aSignalThatFailsIsNone) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  ASSERT_EQ(signal(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidCommandQueue) {
  Semaphore semaphore = make();
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return signal(wrong, semaphore); });
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidCommandQueueOfAnotherDevice) {
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
      "clEnqueueSignalSemaphoresKHR/CL_INVALID_COMMAND_QUEUE/device-command_queue-not-same-devices",
      signal(whole, semaphore));
  clReleaseDevice(part);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidValue) {
  Semaphore semaphore = make();
  const auto call =
      semaphoreFunction<decltype(clEnqueueSignalSemaphoresKHR)>("clEnqueueSignalSemaphoresKHR");
  EXPECT_CONDITION("clEnqueueSignalSemaphoresKHR/CL_INVALID_VALUE/num_sema_objects-zero",
                   call(queue(), 0, semaphore.array(), nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(call(queue(), 1, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidSemaphore) {
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    EXPECT_CONDITION(
        "clEnqueueSignalSemaphoresKHR/CL_INVALID_SEMAPHORE_KHR/semaphore-sema_objects-not-valid",
        signal(queue(), wrong));
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidContext) {
  Semaphore semaphore = make();
  EXPECT_CONDITION(
      "clEnqueueSignalSemaphoresKHR/CL_INVALID_CONTEXT/"
      "any-of-the-semaphore-objects-in-sema_objects-of-other-context",
      signal(otherQueue(), semaphore));
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return signal(queue(), semaphore, count, waits);
  });
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, invalidEventWaitList) {
  Semaphore semaphore = make();
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return signal(queue(), semaphore, count, waits);
  });
}

TEST_F(clEnqueueSignalSemaphoresKHRTest, execStatusErrorForAnEventThatFailed) {
  Semaphore semaphore = make();
  Event failed = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  EXPECT_CONDITION(
      "clEnqueueSignalSemaphoresKHR/CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST/failed-event",
      signal(queue(), semaphore, 1, failed.array()));
}
