// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueCopyBufferTest : ApiTest {
  cl_int call(cl_command_queue queue, cl_mem from, cl_mem to, size_t source = 0, size_t target = 0,
              size_t sizeBytes = 64, cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueCopyBuffer(queue, from, to, source, target, sizeBytes, count, waits, nullptr);
  }
  Buffer part(cl_mem parent, size_t origin, size_t sizeBytes) {
    const cl_buffer_region region{origin, sizeBytes};
    return Buffer(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  }
};

TEST_F(clEnqueueCopyBufferTest, CopiesAPart) {
  auto initial = counted(128);
  Buffer from = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data()), to = makeBuffer(64);
  ASSERT_EQ(call(queue(), from, to, 10, 0, 64), CL_SUCCESS);
  EXPECT_EQ(contents(to), std::vector(initial.begin() + 10, initial.begin() + 74));
}

TEST_F(clEnqueueCopyBufferTest, CopiesWithinABuffer) {
  auto initial = counted(128);
  Buffer buffer = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data());
  ASSERT_EQ(call(queue(), buffer, buffer, 0, 64, 64), CL_SUCCESS);
  std::copy_n(initial.begin(), 64, initial.begin() + 64);
  EXPECT_EQ(contents(buffer), initial);
}

TEST_F(clEnqueueCopyBufferTest, HostAccessFlagsDoNotMatter) {
  Buffer from = makeBuffer(64, CL_MEM_HOST_NO_ACCESS), to = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(call(queue(), from, to), CL_SUCCESS);
}

TEST_F(clEnqueueCopyBufferTest, MemCopyOverlap) {
  Buffer buffer = makeBuffer(128);
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_MEM_COPY_OVERLAP/same-buffer",
                   call(queue(), buffer, buffer, 0, 63, 64));
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_MEM_COPY_OVERLAP/same-buffer",
                   call(queue(), buffer, buffer, 63, 0, 64));
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_MEM_COPY_OVERLAP/same-buffer",
                   call(queue(), buffer, buffer, 0, 0, 64));
}

TEST_F(clEnqueueCopyBufferTest, MemCopyOverlapOfSubBuffers) {
  Buffer buffer = makeBuffer(512);
  Buffer first = part(buffer, 0, 256), second = part(buffer, 128, 256),
         third = part(buffer, 256, 256);
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_MEM_COPY_OVERLAP/sub-buffers-of-one-buffer",
                   call(queue(), first, second, 100, 0, 64));
  EXPECT_EQ(call(queue(), first, third, 0, 0, 256), CL_SUCCESS);
}

TEST_F(clEnqueueCopyBufferTest, InvalidValueForRegionsThatLeaveTheBuffers) {
  Buffer from = makeBuffer(128), to = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_INVALID_VALUE/region-outside-src_buffer",
                   call(queue(), from, to, 65, 0, 64));
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_INVALID_VALUE/region-outside-dst_buffer",
                   call(queue(), from, to, 0, 1, 64));
  EXPECT_CONDITION("clEnqueueCopyBuffer/CL_INVALID_VALUE/region-outside-dst_buffer",
                   call(queue(), from, to, 0, SIZE_MAX, 64));
}
