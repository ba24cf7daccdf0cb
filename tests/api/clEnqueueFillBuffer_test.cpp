// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueFillBufferTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, size_t patternBytes = 4, size_t offset = 0,
              size_t sizeBytes = 64, cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueFillBuffer(queue, buffer, pattern.data(), patternBytes, offset, sizeBytes, count,
                               waits, nullptr);
  }
  std::vector<unsigned char> pattern = counted(256);
};

TEST_F(clEnqueueFillBufferTest, fillsWithEveryPatternSize) {
  for (size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    std::vector<unsigned char> expected(1024, 222);
    Buffer buffer = makeBuffer(1024, CL_MEM_COPY_HOST_PTR, expected.data());
    ASSERT_EQ(call(queue(), buffer, patternBytes, 128, 768), CL_SUCCESS) << patternBytes;
    for (size_t index = 0; index < 768; ++index)
      expected[128 + index] = pattern[index % patternBytes];
    EXPECT_EQ(contents(buffer), expected) << patternBytes;
  }
}

TEST_F(clEnqueueFillBufferTest, fillsMuchByManyThreads) {
  Buffer buffer = makeBuffer(9 << 20);
  ASSERT_EQ(call(queue(), buffer, 128, 0, 9 << 20), CL_SUCCESS);
  const auto now = contents(buffer);
  for (size_t index = 0; index < now.size(); ++index)
    ASSERT_EQ(now[index], pattern[index % 128]) << index;
}

TEST_F(clEnqueueFillBufferTest, thePatternMayGoAtOnce) {
  Buffer buffer = makeBuffer(64);
  Event gate = userEvent(context());
  ASSERT_EQ(call(queue(), buffer, 4, 0, 64, 1, gate.array()), CL_SUCCESS);
  pattern.assign(256, 9);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[5], 1);
}

TEST_F(clEnqueueFillBufferTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(64);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueFillBufferTest, invalidContext) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 4, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueFillBufferTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueFillBufferTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(64);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 4, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueFillBufferTest, invalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, 4, 4, 64), CL_INVALID_VALUE);
}

TEST_F(clEnqueueFillBufferTest, invalidValueForThePattern) {
  Buffer buffer = makeBuffer(1024);
  for (size_t patternBytes : {0, 3, 12, 256})
    EXPECT_EQ(call(queue(), buffer, patternBytes, 0, 768), CL_INVALID_VALUE) << patternBytes;
  EXPECT_EQ(clEnqueueFillBuffer(queue(), buffer, nullptr, 4, 0, 64, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueFillBufferTest, invalidValueForNoMultiplesOfThePattern) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(queue(), buffer, 8, 4, 64), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, 8, 0, 60), CL_INVALID_VALUE);
}
