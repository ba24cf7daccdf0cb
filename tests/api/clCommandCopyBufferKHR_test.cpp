// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandCopyBufferKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record, cl_mem source, cl_mem target, size_t sourceOffset = 0,
              size_t targetOffset = 0, size_t sizeBytes = 64) {
    return LW_EXTENSION(clCommandCopyBufferKHR)(
        record.buffer, record.queue, record.properties, source, target, sourceOffset, targetOffset,
        sizeBytes, record.count, record.waits, record.point, record.handle);
  }
  cl_int call(const RecordCall& record) { return call(record, from, to); }
  std::vector<unsigned char> data = counted(64);
  Buffer from = makeBuffer(64, CL_MEM_COPY_HOST_PTR, data.data()), to = makeBuffer(64);
};

TEST_F(clCommandCopyBufferKHRTest, CopiesAtEachEnqueue) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}, from, to, 4, 8, 16), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  for (cl_int round : {1, 2}) {
    ASSERT_EQ(clEnqueueFillBuffer(queue(), from, &round, 4, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    EXPECT_EQ(ints(to)[2], round);
    EXPECT_EQ(ints(to)[5], round);
  }
}

TEST_F(clCommandCopyBufferKHRTest, KeepsItsBuffers) {
  Buffer target = makeBuffer(64);
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}, from, target), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, cl_mem(from), CL_MEM_REFERENCE_COUNT), 2u);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  target.reset();
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, cl_mem(from), CL_MEM_REFERENCE_COUNT), 1u);
}

TEST_F(clCommandCopyBufferKHRTest, InvalidContext) {
  cl_int error = CL_SUCCESS;
  Buffer foreign(clCreateBuffer(otherContext(), CL_MEM_READ_WRITE, 64, nullptr, &error));
  CommandBuffer buffer = make();
  EXPECT_CONDITION(
      "clCommandCopyBufferKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_buffer-of-other-context",
      call({.buffer = buffer}, foreign, to));
  EXPECT_CONDITION(
      "clCommandCopyBufferKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_buffer-of-other-context",
      call({.buffer = buffer}, from, foreign));
}

TEST_F(clCommandCopyBufferKHRTest, InvalidMemObject) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, nullptr, to), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(call({.buffer = buffer}, from, releasedBuffer()), CL_INVALID_MEM_OBJECT);
}

TEST_F(clCommandCopyBufferKHRTest, InvalidValueForARegionThatLeavesABuffer) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, from, to, 4, 0, 64), CL_INVALID_VALUE);
  EXPECT_EQ(call({.buffer = buffer}, from, to, 0, 4, 64), CL_INVALID_VALUE);
}

TEST_F(clCommandCopyBufferKHRTest, MemCopyOverlap) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, from, from, 0, 8, 16), CL_MEM_COPY_OVERLAP);
}
