// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueMapBufferTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, cl_map_flags flags = CL_MAP_READ,
              size_t offset = 0, size_t sizeBytes = 64, cl_uint count = 0,
              const cl_event* waits = nullptr) {
    cl_int code = 12345;
    mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, sizeBytes, count, waits,
                                nullptr, &code);
    EXPECT_EQ(mapped == nullptr, code != CL_SUCCESS);
    return code;
  }
  void* mapped = nullptr;
};

TEST_F(clEnqueueMapBufferTest, givesTheBytesThemselves) {
  auto initial = counted(128);
  Buffer buffer = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data());
  ASSERT_EQ(call(queue(), buffer, CL_MAP_READ | CL_MAP_WRITE, 32, 64), CL_SUCCESS);
  auto* bytes = static_cast<unsigned char*>(mapped);
  EXPECT_TRUE(std::equal(bytes, bytes + 64, initial.begin() + 32));
  bytes[0] = initial[32] = 77;
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 1u);
  ASSERT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents(buffer), initial);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 0u);
}

TEST_F(clEnqueueMapBufferTest, usedHostMemoryIsWhereItWas) {
  alignas(128) unsigned char bytes[128] = {};
  Buffer buffer = makeBuffer(128, CL_MEM_USE_HOST_PTR, bytes);
  ASSERT_EQ(call(queue(), buffer, CL_MAP_WRITE, 32, 64), CL_SUCCESS);
  EXPECT_EQ(mapped, bytes + 32);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueMapBufferTest, waitsForWhatIsBeforeIt) {
  Buffer buffer = makeBuffer(64);
  const unsigned char seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &seven, 1, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(call(queue(), buffer), CL_SUCCESS);
  EXPECT_EQ(static_cast<unsigned char*>(mapped)[63], 7);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueMapBufferTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(64);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueMapBufferTest, invalidContext) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, CL_MAP_READ, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueMapBufferTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueMapBufferTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(64);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, CL_MAP_READ, 0, 64, count, waits);
  });
}

TEST_F(clEnqueueMapBufferTest, invalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, CL_MAP_READ, 1, 64), CL_INVALID_VALUE);
}

TEST_F(clEnqueueMapBufferTest, invalidValueForFlags) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, 1 << 10), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_VALUE);
}

TEST_F(clEnqueueMapBufferTest, invalidOperationWithoutHostAccess) {
  EXPECT_EQ(call(queue(), makeBuffer(64, CL_MEM_HOST_WRITE_ONLY), CL_MAP_READ),
            CL_INVALID_OPERATION);
  EXPECT_EQ(call(queue(), makeBuffer(64, CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE),
            CL_INVALID_OPERATION);
  EXPECT_EQ(call(queue(), makeBuffer(64, CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE_INVALIDATE_REGION),
            CL_INVALID_OPERATION);
  EXPECT_EQ(call(queue(), makeBuffer(64, CL_MEM_HOST_NO_ACCESS), CL_MAP_READ), CL_INVALID_OPERATION);
}

TEST_F(clEnqueueMapBufferTest, execStatusErrorForEventsInWaitList) {
  Buffer buffer = makeBuffer(64);
  Event gate = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(call(queue(), buffer, CL_MAP_READ, 0, 64, 1, gate.array()),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 0u);
}
