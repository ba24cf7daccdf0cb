// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/external_memory_fixture.h"

using namespace lanewise::test;

struct clEnqueueAcquireExternalMemObjectsKHRTest : ExternalMemoryTest {
  cl_int call(cl_command_queue queue, cl_uint objectCount, const cl_mem* objects, cl_uint count = 0,
              const cl_event* waits = nullptr, cl_event* event = nullptr) {
    void* address = clGetExtensionFunctionAddressForPlatform(
        platform(), "clEnqueueAcquireExternalMemObjectsKHR");
    return reinterpret_cast<decltype(clEnqueueAcquireExternalMemObjectsKHR)*>(address)(
        queue, objectCount, objects, count, waits, event);
  }
  MemoryFile file{64};
  Buffer memory = import(file);
};

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, isACommandOfItsType) {
  cl_event handle = nullptr;
  ASSERT_EQ(call(queue(), 1, memory.array(), 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR));
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, ofNothingWaitsForItsEvents) {
  Event gate = userEvent(context());
  cl_event handle = nullptr;
  ASSERT_EQ(call(queue(), 0, nullptr, 1, gate.array(), &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidCommandQueue) {
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, 1, memory.array()); });
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidCommandQueueOfAnotherDevice) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (clCreateSubDevices(device(), one, 1, &part, nullptr) != CL_SUCCESS)
    GTEST_SKIP() << "a device of one compute unit";
  {
    Context apart(clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr));
    Queue elsewhere(clCreateCommandQueueWithProperties(apart, part, nullptr, nullptr));
    EXPECT_EQ(call(elsewhere, 1, memory.array()), CL_INVALID_COMMAND_QUEUE)
        << "the context lacks the device";
  }
  const cl_device_id both[] = {device(), part};
  Context two(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
  const cl_mem_properties list[] = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(file.given()),
      CL_MEM_DEVICE_HANDLE_LIST_KHR,           reinterpret_cast<cl_mem_properties>(part),
      CL_MEM_DEVICE_HANDLE_LIST_END_KHR,       0};
  cl_int error = CL_SUCCESS;
  Buffer ofPart(clCreateBufferWithProperties(two, list, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Queue whole(clCreateCommandQueueWithProperties(two, device(), nullptr, nullptr));
  EXPECT_EQ(call(whole, 1, ofPart.array()), CL_INVALID_COMMAND_QUEUE) << "not in the list";
  clReleaseDevice(part);
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidContext) {
  EXPECT_EQ(call(otherQueue(), 1, memory.array()), CL_INVALID_CONTEXT);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), 1, memory.array(), count, waits);
  });
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidValue) {
  EXPECT_EQ(call(queue(), 0, memory.array()), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), 1, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), 1, &wrong); });
  Buffer own = makeBuffer(64);
  EXPECT_EQ(call(queue(), 1, own.array()), CL_INVALID_MEM_OBJECT) << "not from outside";
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, invalidEventWaitList) {
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), 1, memory.array(), count, waits);
  });
}

TEST_F(clEnqueueAcquireExternalMemObjectsKHRTest, execStatusErrorForAnEventThatFailed) {
  Event failed = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  EXPECT_EQ(call(queue(), 1, memory.array(), 1, failed.array()),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}
