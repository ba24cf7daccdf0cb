// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clEnqueueCommandBufferKHRTest : CommandBufferTest {
  cl_int call(cl_command_buffer_khr buffer, cl_uint queueCount, cl_command_queue* queues,
              cl_uint count = 0, const cl_event* waits = nullptr, cl_event* event = nullptr) {
    return LW_EXTENSION(clEnqueueCommandBufferKHR)(queueCount, queues, buffer, count, waits, event);
  }
  /// Fills `memory` with 5.
  CommandBuffer filling(cl_command_queue queue) {
    CommandBuffer buffer = makeOn(queue);
    EXPECT_EQ(fillBuffer({.buffer = buffer}, memory, 5, 0, 64), CL_SUCCESS);
    EXPECT_EQ(finalize(buffer), CL_SUCCESS);
    return buffer;
  }
  Buffer memory = makeBuffer(64);
};

TEST_F(clEnqueueCommandBufferKHRTest, RunsTheCommandsInTheOrderOfTheQueue) {
  CommandBuffer buffer = filling(queue());
  for (cl_int value : {1, 2}) {
    ASSERT_EQ(clEnqueueFillBuffer(queue(), memory, &value, 4, 0, 32, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(call(buffer, 0, nullptr), CL_SUCCESS);
    ASSERT_EQ(clEnqueueFillBuffer(queue(), memory, &value, 4, 0, 16, 0, nullptr, nullptr),
              CL_SUCCESS);
    const auto now = ints(memory);
    EXPECT_EQ(now[3], value);
    EXPECT_EQ(now[4], 5);
  }
}

TEST_F(clEnqueueCommandBufferKHRTest, AnEmptyOneCompletes) {
  CommandBuffer buffer = make();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  cl_event handle = nullptr;
  ASSERT_EQ(call(buffer, 0, nullptr, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_F(clEnqueueCommandBufferKHRTest, ItsEventTellsTypeQueueAndTimes) {
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  CommandBuffer buffer = filling(queue());
  cl_command_queue queues[] = {profiling};
  cl_event handle = nullptr;
  ASSERT_EQ(call(buffer, 1, queues, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(infoOf<cl_command_queue>(clGetEventInfo, handle, CL_EVENT_COMMAND_QUEUE),
            cl_command_queue(profiling));
  const auto start = infoOf<cl_ulong>(clGetEventProfilingInfo, handle, CL_PROFILING_COMMAND_START);
  EXPECT_LE(start, infoOf<cl_ulong>(clGetEventProfilingInfo, handle, CL_PROFILING_COMMAND_END));
}

TEST_F(clEnqueueCommandBufferKHRTest, WaitsForEvents) {
  CommandBuffer buffer = filling(queue());
  Event gate = userEvent(context());
  cl_event handle = nullptr;
  ASSERT_EQ(call(buffer, 0, nullptr, 1, gate.array(), &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[0], 5);
}

TEST_F(clEnqueueCommandBufferKHRTest, FromSeveralQueuesAtOnce) {
  CommandBuffer buffer = makeOn(queue(), CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  OwnedKernel filled = fill(memory, 6);
  for (int i = 0; i < 50; ++i)
    ASSERT_EQ(launch({.buffer = buffer}, filled, 16, nullptr), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  Queue outOfOrder = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Queue second = makeQueue(context());
  for (int round = 0; round < 20; ++round)
    for (cl_command_queue one : {cl_command_queue(outOfOrder), cl_command_queue(second)}) {
      ASSERT_EQ(call(buffer, 1, &one), CL_SUCCESS);
      ASSERT_EQ(clFlush(one), CL_SUCCESS);
    }
  ASSERT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  ASSERT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[15], 6);
}

TEST_F(clEnqueueCommandBufferKHRTest, OnSeveralQueuesItsEventHasNone) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_context both = contextOfTwo();
  Queue whole = makeQueue(both, CL_QUEUE_PROFILING_ENABLE);
  Queue ofPart(clCreateCommandQueueWithProperties(both, part(), nullptr, nullptr));
  Buffer shared(clCreateBuffer(both, CL_MEM_READ_WRITE, 64, nullptr, nullptr));
  CommandBuffer buffer = makeOn({whole, ofPart});
  cl_sync_point_khr first = 0, second = 0;
  ASSERT_EQ(fillBuffer({.buffer = buffer, .queue = ofPart, .point = &first}, shared, 1, 0, 64),
            CL_SUCCESS);
  ASSERT_EQ(
      fillBuffer({.buffer = buffer, .queue = whole, .count = 1, .waits = &first, .point = &second},
                 shared, 2, 0, 32),
      CL_SUCCESS);
  ASSERT_EQ(fillBuffer({.buffer = buffer, .queue = ofPart, .count = 1, .waits = &second}, shared, 3,
                       0, 16),
            CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  for (int round = 0; round < 20; ++round) {
    cl_event handle = nullptr;
    ASSERT_EQ(call(buffer, 0, nullptr, 0, nullptr, &handle), CL_SUCCESS);
    Event event(handle);
    cl_int now[16] = {};
    ASSERT_EQ(clEnqueueReadBuffer(whole, shared, CL_TRUE, 0, 64, now, 1, event.array(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(now[0], 3);
    EXPECT_EQ(now[4], 2);
    EXPECT_EQ(now[8], 1);
    EXPECT_EQ(infoOf<cl_command_queue>(clGetEventInfo, handle, CL_EVENT_COMMAND_QUEUE), nullptr);
    EXPECT_EQ(infoOf<cl_context>(clGetEventInfo, handle, CL_EVENT_CONTEXT), both);
    EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
              cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR));
    EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
    EXPECT_NE(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    const auto start =
        infoOf<cl_ulong>(clGetEventProfilingInfo, handle, CL_PROFILING_COMMAND_START);
    EXPECT_LE(start, infoOf<cl_ulong>(clGetEventProfilingInfo, handle, CL_PROFILING_COMMAND_END));
  }
}

TEST_F(clEnqueueCommandBufferKHRTest, IncompatibleCommandQueueForAnUnsupportedProperty) {
  Queue local = makeQueue(context(), CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  CommandBuffer buffer = filling(queue()), own = filling(local);
  cl_command_queue one = local;
  const char* const condition =
      "clEnqueueCommandBufferKHR/CL_INCOMPATIBLE_COMMAND_QUEUE_KHR/"
      "properties-command-queue-queues-contains-property";
  EXPECT_CONDITION(condition, call(buffer, 1, &one));
  EXPECT_CONDITION(condition, call(own, 0, nullptr)) << "the queue of its creation";
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidCommandBuffer) {
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    EXPECT_CONDITION(
        "clEnqueueCommandBufferKHR/CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
        call(wrong, 0, nullptr));
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidOperationUnlessFinalized) {
  EXPECT_CONDITION(
      "clEnqueueCommandBufferKHR/CL_INVALID_OPERATION/command_buffer-not-executable-state",
      call(make(), 0, nullptr));
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidOperationWithoutAllArguments) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  OwnedKernel bare = makeKernel("fill");
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(
      launch({.buffer = buffer, .properties = properties, .handle = &handle}, bare, 16, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clEnqueueCommandBufferKHR/CL_INVALID_OPERATION/command_buffer-not-executable-state",
      call(buffer, 0, nullptr));
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidValueForQueuesAndTheirNumber) {
  CommandBuffer buffer = filling(queue());
  cl_command_queue two[] = {queue(), queue()};
  EXPECT_CONDITION("clEnqueueCommandBufferKHR/CL_INVALID_VALUE/queues-null-num_queues-0-queues",
                   call(buffer, 1, nullptr))
      << "a number and no queues";
  EXPECT_CONDITION("clEnqueueCommandBufferKHR/CL_INVALID_VALUE/queues-null-num_queues-0-queues",
                   call(buffer, 0, two))
      << "queues and no number";
  EXPECT_CONDITION("clEnqueueCommandBufferKHR/CL_INVALID_VALUE/num_queues-0-not-same-num_queues",
                   call(buffer, 2, two))
      << "another number than at the creation";
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidCommandQueue) {
  CommandBuffer buffer = filling(queue());
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION(
        "clEnqueueCommandBufferKHR/CL_INVALID_COMMAND_QUEUE/element-queues-not-valid-command-queue",
        call(buffer, 1, &wrong));
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidDevice) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  Queue whole = makeQueue(contextOfTwo());
  cl_command_queue ofPart =
      clCreateCommandQueueWithProperties(contextOfTwo(), part(), nullptr, nullptr);
  CommandBuffer buffer = makeOn(whole);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION("clEnqueueCommandBufferKHR/CL_INVALID_DEVICE/element-queues-not-same-device",
                   call(buffer, 1, &ofPart));
  clReleaseCommandQueue(ofPart);
}

TEST_F(clEnqueueCommandBufferKHRTest, InvalidContext) {
  CommandBuffer buffer = filling(queue());
  cl_command_queue foreign = otherQueue();
  EXPECT_CONDITION("clEnqueueCommandBufferKHR/CL_INVALID_CONTEXT/element-queues-not-same-context",
                   call(buffer, 1, &foreign))
      << "a queue";
  Event event = userEvent(otherContext());
  EXPECT_CONDITION(
      "clEnqueueCommandBufferKHR/CL_INVALID_CONTEXT/events-in-event_wait_list-of-other-context",
      call(buffer, 0, nullptr, 1, event.array()))
      << "an event";
  clSetUserEventStatus(event, CL_COMPLETE);
}
