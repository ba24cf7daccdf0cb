// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueReadBufferTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, size_t offset = 0, size_t sizeBytes = 64,
              cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, sizeBytes, host, count, waits, nullptr);
  }
  unsigned char host[64] = {};
};

TEST_F(clEnqueueReadBufferTest, readsAPart) {
  auto initial = counted(200);
  Buffer buffer = makeBuffer(200, CL_MEM_COPY_HOST_PTR, initial.data());
  ASSERT_EQ(call(queue(), buffer, 100, 64), CL_SUCCESS);
  EXPECT_TRUE(std::equal(host, host + 64, initial.begin() + 100));
}

TEST_F(clEnqueueReadBufferTest, notBlockingIsDoneAfterFinish) {
  auto initial = counted(64);
  Buffer buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, initial.data());
  cl_event raw = nullptr;
  ASSERT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_FALSE, 0, 64, host, 0, nullptr, &raw), CL_SUCCESS);
  Event event(raw);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_READ_BUFFER));
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_TRUE(std::equal(host, host + 64, initial.begin()));
}

TEST_F(clEnqueueReadBufferTest, waitsForItsEvents) {
  auto initial = counted(64);
  Buffer buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, initial.data());
  Event gate = userEvent(context());
  cl_event raw = nullptr;
  ASSERT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_FALSE, 0, 64, host, 1, gate.array(), &raw),
            CL_SUCCESS);
  Event event(raw);
  ASSERT_EQ(clFlush(queue()), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_EQ(host[1], 0) << "ran before its event";
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(host[1], 1);
}

TEST_F(clEnqueueReadBufferTest, execStatusErrorForEventsInWaitList) {
  Buffer buffer = makeBuffer(64);
  Event gate = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(call(queue(), buffer, 0, 64, 1, gate.array()),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(clEnqueueReadBufferTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(64);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueReadBufferTest, invalidContextForAnotherContextsBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueReadBufferTest, invalidContextForAnotherContextsEvent) {
  Buffer buffer = makeBuffer(64);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueReadBufferTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueReadBufferTest, invalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, 1, 64), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, SIZE_MAX, 2), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferTest, invalidValueForNoHostMemory) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, 64, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(64);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueReadBufferTest, invalidOperationWithoutHostAccess) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_EQ(call(queue(), makeBuffer(64, flags)), CL_INVALID_OPERATION) << flags;
}
