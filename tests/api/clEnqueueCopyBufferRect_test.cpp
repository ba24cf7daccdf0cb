// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <algorithm>
#include <set>

using namespace lanewise::test;

namespace {
struct CopyBox {
  size_t from[3] = {0, 0, 0}, to[3] = {0, 0, 0}, region[3] = {3, 2, 2};
  size_t fromRow = 8, fromSlice = 32, toRow = 8, toSlice = 32;
};
}  // namespace

struct clEnqueueCopyBufferRectTest : ApiTest {
  cl_int call(cl_command_queue queue, cl_mem from, cl_mem to, const CopyBox& box = {},
              cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueCopyBufferRect(queue, from, to, box.from, box.to, box.region, box.fromRow,
                                   box.fromSlice, box.toRow, box.toSlice, count, waits, nullptr);
  }
};

TEST_F(clEnqueueCopyBufferRectTest, CopiesABoxBetweenPitches) {
  auto initial = counted(128);
  Buffer from = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data()), to = makeBuffer(64);
  std::vector<unsigned char> expected(64, 0);
  clEnqueueWriteBuffer(queue(), to, CL_TRUE, 0, 64, expected.data(), 0, nullptr, nullptr);
  const CopyBox box{.from = {1, 1, 1}, .to = {2, 0, 0}, .toRow = 5, .toSlice = 15};
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 2; ++y)
      for (size_t x = 0; x < 3; ++x)
        expected[z * 15 + y * 5 + 2 + x] = initial[(1 + z) * 32 + (1 + y) * 8 + 1 + x];
  ASSERT_EQ(call(queue(), from, to, box), CL_SUCCESS);
  EXPECT_EQ(contents(to), expected);
}

// Every pair of places of a small box in a small buffer, against the sets of bytes they cover.
TEST_F(clEnqueueCopyBufferRectTest, MemCopyOverlapExactlyWhenBytesAreShared) {
  Buffer buffer = makeBuffer(96);
  constexpr size_t kRow = 4, kSlice = 12, kRegion[3] = {3, 2, 2};
  const auto bytesFrom = [&](size_t begin) {
    std::set<size_t> bytes;
    for (size_t z = 0; z < kRegion[2]; ++z)
      for (size_t y = 0; y < kRegion[1]; ++y)
        for (size_t x = 0; x < kRegion[0]; ++x) bytes.insert(begin + z * kSlice + y * kRow + x);
    return bytes;
  };
  for (size_t from = 0; from < 40; ++from)
    for (size_t to = 0; to < 40; ++to) {
      const auto a = bytesFrom(from), b = bytesFrom(to);
      const bool shared = std::ranges::any_of(a, [&](size_t byte) { return b.contains(byte); });
      const CopyBox box{.from = {from, 0, 0},
                        .to = {to, 0, 0},
                        .fromRow = kRow,
                        .fromSlice = kSlice,
                        .toRow = kRow,
                        .toSlice = kSlice};
      ASSERT_EQ(call(queue(), buffer, buffer, box), shared ? CL_MEM_COPY_OVERLAP : CL_SUCCESS)
          << "from " << from << " to " << to;
    }
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForBoxesThatLeaveTheBuffers) {
  Buffer from = makeBuffer(128), to = makeBuffer(128);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/region-outside-src_buffer",
                   call(queue(), from, to, {.from = {0, 0, 3}}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/region-outside-dst_buffer",
                   call(queue(), from, to, {.to = {0, 0, 3}}));
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForAnEmptyRegion) {
  Buffer from = makeBuffer(128), to = makeBuffer(128);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/region-zero",
                   call(queue(), from, to, {.region = {0, 1, 1}}));
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForPitches) {
  Buffer from = makeBuffer(128), to = makeBuffer(128);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/src_row_pitch-less-than-region",
                   call(queue(), from, to, {.fromRow = 2}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/dst_row_pitch-less-than-region",
                   call(queue(), from, to, {.toRow = 2}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/src_slice_pitch-less-than-rows",
                   call(queue(), from, to, {.fromSlice = 8}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/dst_slice_pitch-no-multiple",
                   call(queue(), from, to, {.toSlice = 33}));
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForDifferentPitchesInOneBuffer) {
  Buffer buffer = makeBuffer(256);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/src_row_pitch-differs",
                   call(queue(), buffer, buffer, {.to = {0, 0, 4}, .toRow = 16}));
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForSlicePitches) {
  Buffer from = makeBuffer(128), to = makeBuffer(128), both = makeBuffer(512);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/dst_slice_pitch-less-than-rows",
                   call(queue(), from, to, {.toSlice = 8}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/src_slice_pitch-no-multiple",
                   call(queue(), from, to, {.fromSlice = 33}));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/src_slice_pitch-differs",
                   call(queue(), both, both, {.to = {0, 0, 4}, .toSlice = 40}));
}

TEST_F(clEnqueueCopyBufferRectTest, InvalidValueForNull) {
  Buffer from = makeBuffer(128), to = makeBuffer(128);
  const size_t one[3] = {1, 1, 1};
  for (const int null : {0, 1, 2})
    EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_INVALID_VALUE/origin-or-region-null",
                     clEnqueueCopyBufferRect(queue(), from, to, null == 0 ? nullptr : one,
                                             null == 1 ? nullptr : one, null == 2 ? nullptr : one,
                                             0, 0, 0, 0, 0, nullptr, nullptr));
}

TEST_F(clEnqueueCopyBufferRectTest, MemCopyOverlapOfABufferAndOfItsSubBuffers) {
  Buffer buffer = makeBuffer(512);
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_MEM_COPY_OVERLAP/same-buffer",
                   call(queue(), buffer, buffer, {.to = {2, 0, 0}}));
  const cl_buffer_region first{0, 256}, second{128, 256};
  Buffer a(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, nullptr));
  Buffer b(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, nullptr));
  EXPECT_CONDITION("clEnqueueCopyBufferRect/CL_MEM_COPY_OVERLAP/sub-buffers-of-one-buffer",
                   call(queue(), a, b, {.from = {0, 0, 4}}));
  EXPECT_EQ(call(queue(), a, b), CL_SUCCESS) << "parts that they do not share";
}
