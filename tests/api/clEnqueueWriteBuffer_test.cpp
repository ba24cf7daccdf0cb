// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueWriteBufferTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, size_t offset = 0, size_t sizeBytes = 64,
              cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, sizeBytes, host, count, waits, nullptr);
  }
  unsigned char host[64] = {};
};

TEST_F(clEnqueueWriteBufferTest, writesAPart) {
  auto expected = counted(200);
  Buffer buffer = makeBuffer(200, CL_MEM_COPY_HOST_PTR, expected.data());
  std::fill(host, host + 64, 99);
  ASSERT_EQ(call(queue(), buffer, 100, 64), CL_SUCCESS);
  std::fill_n(expected.begin() + 100, 64, 99);
  EXPECT_EQ(contents(buffer), expected);
}

TEST_F(clEnqueueWriteBufferTest, writesMuchByManyThreads) {
  const auto bytes = counted((9 << 20) + 5);
  Buffer buffer = makeBuffer(bytes.size());
  ASSERT_EQ(clEnqueueWriteBuffer(queue(), buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0,
                                 nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(buffer), bytes);
}

TEST_F(clEnqueueWriteBufferTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(64);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueWriteBufferTest, invalidContextForAnotherContextsBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueWriteBufferTest, invalidContextForAnotherContextsEvent) {
  Buffer buffer = makeBuffer(64);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueWriteBufferTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueWriteBufferTest, invalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, 1, 64), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, SIZE_MAX, 2), CL_INVALID_VALUE);
}

TEST_F(clEnqueueWriteBufferTest, invalidValueForNoHostMemory) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(clEnqueueWriteBuffer(queue(), buffer, CL_TRUE, 0, 64, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueWriteBufferTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(64);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueWriteBufferTest, invalidOperationWithoutHostAccess) {
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_EQ(call(queue(), makeBuffer(64, flags)), CL_INVALID_OPERATION) << flags;
}
