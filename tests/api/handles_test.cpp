// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles that are null, of another type or already released, for each type of object.
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct HandlesTest : ApiTest {
  /// `retain` and `release` return the type's error for null and for every object of another type.
  template <class T>
  void expectRefused(cl_int(CL_API_CALL* retain)(T), cl_int code) {
    Buffer buffer = makeBuffer(64);
    Event event(clCreateUserEvent(context(), nullptr));
    void* const objects[] = {nullptr,
                             platform(),
                             device(),
                             context(),
                             queue(),
                             static_cast<cl_mem>(buffer),
                             static_cast<cl_event>(event)};
    for (void* object : objects) {
      if (object && own<T>(object, buffer, event)) continue;
      EXPECT_EQ(retain(static_cast<T>(object)), code);
    }
    // The failed retains did not change the counts.
    EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context(), CL_CONTEXT_REFERENCE_COUNT), 1u);
    EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT), 1u);
    clSetUserEventStatus(event, CL_COMPLETE);
  }
  template <class T>
  bool own(void* object, cl_mem buffer, cl_event event) {
    if constexpr (std::is_same_v<T, cl_device_id>) return object == device();
    if constexpr (std::is_same_v<T, cl_context>) return object == context();
    if constexpr (std::is_same_v<T, cl_command_queue>) return object == queue();
    if constexpr (std::is_same_v<T, cl_mem>) return object == buffer;
    if constexpr (std::is_same_v<T, cl_event>) return object == event;
    return false;
  }
};

TEST_F(HandlesTest, Devices) {
  expectRefused(clRetainDevice, CL_INVALID_DEVICE);
  expectRefused(clReleaseDevice, CL_INVALID_DEVICE);
}

TEST_F(HandlesTest, Contexts) {
  expectRefused(clRetainContext, CL_INVALID_CONTEXT);
  expectRefused(clReleaseContext, CL_INVALID_CONTEXT);
}

TEST_F(HandlesTest, CommandQueues) {
  expectRefused(clRetainCommandQueue, CL_INVALID_COMMAND_QUEUE);
  expectRefused(clReleaseCommandQueue, CL_INVALID_COMMAND_QUEUE);
  const cl_command_queue released = releasedQueue();
  EXPECT_EQ(clFinish(released), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(HandlesTest, MemoryObjects) {
  expectRefused(clRetainMemObject, CL_INVALID_MEM_OBJECT);
  expectRefused(clReleaseMemObject, CL_INVALID_MEM_OBJECT);
}

TEST_F(HandlesTest, Events) {
  expectRefused(clRetainEvent, CL_INVALID_EVENT);
  expectRefused(clReleaseEvent, CL_INVALID_EVENT);
  cl_event released = clCreateUserEvent(context(), nullptr);
  clSetUserEventStatus(released, CL_COMPLETE);
  EXPECT_EQ(clReleaseEvent(released), CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(released), CL_INVALID_EVENT);
}

TEST_F(HandlesTest, Programs) {
  expectRefused(clRetainProgram, CL_INVALID_PROGRAM);
  expectRefused(clReleaseProgram, CL_INVALID_PROGRAM);
}

TEST_F(HandlesTest, Kernels) {
  expectRefused(clRetainKernel, CL_INVALID_KERNEL);
  expectRefused(clReleaseKernel, CL_INVALID_KERNEL);
}

TEST_F(HandlesTest, ThePlaceOfAReleasedHandleIsReusedByItsTypeAlone) {
  queue();
  const cl_mem first = releasedBuffer();
  const Context otherContext = makeContext();
  const Queue otherQueue = makeQueue(context());
  const Event event(clCreateUserEvent(context(), nullptr));
  for (const void* other : {static_cast<const void*>(static_cast<cl_context>(otherContext)),
                            static_cast<const void*>(static_cast<cl_command_queue>(otherQueue)),
                            static_cast<const void*>(static_cast<cl_event>(event))})
    EXPECT_NE(other, first);
  EXPECT_EQ(clRetainMemObject(first), CL_INVALID_MEM_OBJECT);
  Buffer second = makeBuffer(64);
  ASSERT_EQ(static_cast<cl_mem>(second), first) << "the place is not reused";
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, first, CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainContext(reinterpret_cast<cl_context>(first)), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseEvent(reinterpret_cast<cl_event>(first)), CL_INVALID_EVENT);
  second.reset();
  EXPECT_EQ(clRetainMemObject(first), CL_INVALID_MEM_OBJECT);
  clSetUserEventStatus(event, CL_COMPLETE);
}

TEST_F(HandlesTest, ReleasingTwiceIsAnErrorAndNothingElse) {
  cl_int error = CL_SUCCESS;
  const cl_mem buffer = clCreateBuffer(context(), 0, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  for (int time = 0; time < 3; ++time) EXPECT_EQ(clReleaseMemObject(buffer), CL_INVALID_MEM_OBJECT);
}
