// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandSVMMemcpyKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record, void* target, const void* source, size_t sizeBytes = 64) {
    return LW_EXTENSION(clCommandSVMMemcpyKHR)(record.buffer, record.queue, record.properties,
                                               target, source, sizeBytes, record.count,
                                               record.waits, record.point, record.handle);
  }
  cl_int call(const RecordCall& record) { return call(record, to, from); }
  unsigned char from[64] = {}, to[64] = {};
};

TEST_F(clCommandSVMMemcpyKHRTest, CopiesAtEachEnqueueWhatIsThere) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(call({.buffer = buffer}, nullptr, nullptr, 0), CL_SUCCESS) << "no bytes";
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  for (unsigned char round = 1; round < 4; ++round) {
    from[63] = round;
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(to[63], round);
  }
}

TEST_F(clCommandSVMMemcpyKHRTest, InvalidValueForNull) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, nullptr, from), CL_INVALID_VALUE);
  EXPECT_EQ(call({.buffer = buffer}, to, nullptr), CL_INVALID_VALUE);
}

TEST_F(clCommandSVMMemcpyKHRTest, MemCopyOverlap) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, to + 8, to, 16), CL_MEM_COPY_OVERLAP);
}
