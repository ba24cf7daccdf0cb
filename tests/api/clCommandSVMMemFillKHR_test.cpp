// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandSVMMemFillKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record, void* target, size_t patternBytes, size_t sizeBytes = 64) {
    return LW_EXTENSION(clCommandSVMMemFillKHR)(
        record.buffer, record.queue, record.properties, target, pattern.data(), patternBytes,
        sizeBytes, record.count, record.waits, record.point, record.handle);
  }
  cl_int call(const RecordCall& record) { return call(record, to, 4); }
  std::vector<unsigned char> pattern = counted(256);
  alignas(128) unsigned char to[64] = {};
};

TEST_F(clCommandSVMMemFillKHRTest, FillsAtEachEnqueueWithThePatternAsItWas) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(call({.buffer = buffer}, nullptr, 4, 0), CL_SUCCESS) << "no bytes";
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  pattern.assign(256, 9);
  for (int round = 0; round < 2; ++round) {
    to[63] = 77;
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(to[63], 3);
  }
}

TEST_F(clCommandSVMMemFillKHRTest, InvalidValueForThePointer) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(call({.buffer = buffer}, to + 2, 4, 16), CL_INVALID_VALUE) << "not aligned";
}

TEST_F(clCommandSVMMemFillKHRTest, InvalidValueForTheSizes) {
  CommandBuffer buffer = make();
  for (size_t patternBytes : {0, 3, 256})
    EXPECT_EQ(call({.buffer = buffer}, to, patternBytes), CL_INVALID_VALUE) << patternBytes;
  EXPECT_EQ(call({.buffer = buffer}, to, 8, 60), CL_INVALID_VALUE);
}
