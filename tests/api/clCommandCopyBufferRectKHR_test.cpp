// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandCopyBufferRectKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record, cl_mem source, cl_mem target, size_t rowPitch = 8) {
    const size_t sourceOrigin[] = {4, 0, 0}, targetOrigin[] = {0, 1, 0};
    return LW_EXTENSION(clCommandCopyBufferRectKHR)(
        record.buffer, record.queue, record.properties, source, target, sourceOrigin, targetOrigin,
        region.data(), rowPitch, 0, 8, 0, record.count, record.waits, record.point, record.handle);
  }
  cl_int call(const RecordCall& record) { return call(record, from, to); }
  std::vector<size_t> region = {4, 2, 1};
  std::vector<unsigned char> data = counted(64);
  Buffer from = makeBuffer(64, CL_MEM_COPY_HOST_PTR, data.data()), to = makeBuffer(64);
};

TEST_F(clCommandCopyBufferRectKHRTest, CopiesARectangle) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  const auto now = contents(to);
  for (size_t x = 0; x < 4; ++x)
    for (size_t y = 0; y < 2; ++y) EXPECT_EQ(now[x + 8 * (y + 1)], data[4 + x + 8 * y]);
}

TEST_F(clCommandCopyBufferRectKHRTest, InvalidContext) {
  cl_int error = CL_SUCCESS;
  Buffer foreign(clCreateBuffer(otherContext(), CL_MEM_READ_WRITE, 64, nullptr, &error));
  CommandBuffer buffer = make();
  EXPECT_CONDITION(
      "clCommandCopyBufferRectKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_buffer-of-other-context",
      call({.buffer = buffer}, foreign, to));
  EXPECT_CONDITION(
      "clCommandCopyBufferRectKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_buffer-of-other-context",
      call({.buffer = buffer}, from, foreign));
}

TEST_F(clCommandCopyBufferRectKHRTest, InvalidMemObject) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, nullptr, to), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(call({.buffer = buffer}, from, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(clCommandCopyBufferRectKHRTest, InvalidValueForARegionThatLeavesABuffer) {
  CommandBuffer buffer = make();
  region[1] = 8;
  EXPECT_EQ(call({.buffer = buffer}), CL_INVALID_VALUE);
}

TEST_F(clCommandCopyBufferRectKHRTest, InvalidValueForAnEmptyRegion) {
  CommandBuffer buffer = make();
  region[2] = 0;
  EXPECT_EQ(call({.buffer = buffer}), CL_INVALID_VALUE);
}

TEST_F(clCommandCopyBufferRectKHRTest, InvalidValueForPitches) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}, from, to, 3), CL_INVALID_VALUE) << "less than the region";
  EXPECT_EQ(call({.buffer = buffer}, from, from, 16), CL_INVALID_VALUE) << "two in one buffer";
}

TEST_F(clCommandCopyBufferRectKHRTest, MemCopyOverlap) {
  CommandBuffer buffer = make();
  region[0] = 5;
  EXPECT_EQ(call({.buffer = buffer}, from, from), CL_MEM_COPY_OVERLAP);
}
