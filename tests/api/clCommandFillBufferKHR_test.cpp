// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandFillBufferKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record, cl_mem buffer, size_t patternBytes = 4, size_t offset = 0,
              size_t sizeBytes = 64) {
    return LW_EXTENSION(clCommandFillBufferKHR)(
        record.buffer, record.queue, record.properties, buffer, pattern.data(), patternBytes,
        offset, sizeBytes, record.count, record.waits, record.point, record.handle);
  }
  cl_int call(const RecordCall& record) { return call(record, memory); }
  std::vector<unsigned char> pattern = counted(256);
  Buffer memory = makeBuffer(64);
};

TEST_F(clCommandFillBufferKHRTest, FillsAtEachEnqueueWithThePatternAsItWas) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  pattern.assign(256, 9);
  for (int round = 0; round < 2; ++round) {
    const cl_int other = -1;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), memory, &other, 4, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    EXPECT_EQ(ints(memory)[3], 0x03020100);
  }
}

TEST_F(clCommandFillBufferKHRTest, InvalidContext) {
  cl_int error = CL_SUCCESS;
  Buffer foreign(clCreateBuffer(otherContext(), CL_MEM_READ_WRITE, 64, nullptr, &error));
  CommandBuffer buffer = make();
  EXPECT_CONDITION("clCommandFillBufferKHR/CL_INVALID_CONTEXT/buffer-of-other-context",
                   call({.buffer = buffer}, foreign));
}

TEST_F(clCommandFillBufferKHRTest, InvalidMemObject) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(call({.buffer = buffer}, releasedBuffer()), CL_INVALID_MEM_OBJECT);
}

TEST_F(clCommandFillBufferKHRTest, InvalidValueForARegionThatLeavesTheBuffer) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, memory, 4, 4, 64), CL_INVALID_VALUE);
}

TEST_F(clCommandFillBufferKHRTest, InvalidValueForThePattern) {
  CommandBuffer buffer = make();
  for (size_t patternBytes : {0, 3, 256})
    EXPECT_EQ(call({.buffer = buffer}, memory, patternBytes), CL_INVALID_VALUE) << patternBytes;
}

TEST_F(clCommandFillBufferKHRTest, InvalidValueForNoMultiplesOfThePattern) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, memory, 8, 4, 32), CL_INVALID_VALUE);
  EXPECT_EQ(call({.buffer = buffer}, memory, 8, 0, 60), CL_INVALID_VALUE);
}
