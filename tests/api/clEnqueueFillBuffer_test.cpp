// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueFillBufferTest : ApiTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, size_t patternBytes = 4, size_t offset = 0,
              size_t sizeBytes = 64, cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueFillBuffer(queue, buffer, pattern.data(), patternBytes, offset, sizeBytes,
                               count, waits, nullptr);
  }
  std::vector<unsigned char> pattern = counted(256);
};

TEST_F(clEnqueueFillBufferTest, FillsWithEveryPatternSize) {
  for (size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    std::vector<unsigned char> expected(1024, 222);
    Buffer buffer = makeBuffer(1024, CL_MEM_COPY_HOST_PTR, expected.data());
    ASSERT_EQ(call(queue(), buffer, patternBytes, 128, 768), CL_SUCCESS) << patternBytes;
    for (size_t index = 0; index < 768; ++index)
      expected[128 + index] = pattern[index % patternBytes];
    EXPECT_EQ(contents(buffer), expected) << patternBytes;
  }
}

TEST_F(clEnqueueFillBufferTest, FillsMuchByManyThreads) {
  Buffer buffer = makeBuffer(9 << 20);
  ASSERT_EQ(call(queue(), buffer, 128, 0, 9 << 20), CL_SUCCESS);
  const auto now = contents(buffer);
  for (size_t index = 0; index < now.size(); ++index)
    ASSERT_EQ(now[index], pattern[index % 128]) << index;
}

TEST_F(clEnqueueFillBufferTest, ThePatternMayGoAtOnce) {
  Buffer buffer = makeBuffer(64);
  Event gate = userEvent(context());
  ASSERT_EQ(call(queue(), buffer, 4, 0, 64, 1, gate.array()), CL_SUCCESS);
  pattern.assign(256, 9);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[5], 1);
}

TEST_F(clEnqueueFillBufferTest, InvalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/region-outside",
                   call(queue(), buffer, 4, 4, 64));
}

TEST_F(clEnqueueFillBufferTest, InvalidValueForThePattern) {
  Buffer buffer = makeBuffer(1024);
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/pattern_size-zero",
                   call(queue(), buffer, 0, 0, 768));
  for (size_t patternBytes : {3, 12, 24, 127})
    EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/pattern_size-not-power-two",
                     call(queue(), buffer, patternBytes, 0, 0))
        << patternBytes;
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/pattern_size-greater-128",
                   call(queue(), buffer, 256, 0, 768));
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/pattern-null",
                   clEnqueueFillBuffer(queue(), buffer, nullptr, 4, 0, 64, 0, nullptr, nullptr));
}

TEST_F(clEnqueueFillBufferTest, InvalidValueForNoMultiplesOfThePattern) {
  Buffer buffer = makeBuffer(128);
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/offset-not-multiple-pattern_size",
                   call(queue(), buffer, 8, 4, 64));
  EXPECT_CONDITION("clEnqueueFillBuffer/CL_INVALID_VALUE/size-not-multiple-pattern_size",
                   call(queue(), buffer, 8, 0, 60));
}
