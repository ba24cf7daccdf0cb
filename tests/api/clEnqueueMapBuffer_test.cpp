// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueMapBufferTest : ApiTest {
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

TEST_F(clEnqueueMapBufferTest, GivesTheBytesThemselves) {
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

TEST_F(clEnqueueMapBufferTest, UsedHostMemoryIsWhereItWas) {
  alignas(128) unsigned char bytes[128] = {};
  Buffer buffer = makeBuffer(128, CL_MEM_USE_HOST_PTR, bytes);
  ASSERT_EQ(call(queue(), buffer, CL_MAP_WRITE, 32, 64), CL_SUCCESS);
  EXPECT_EQ(mapped, bytes + 32);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueMapBufferTest, WaitsForWhatIsBeforeIt) {
  Buffer buffer = makeBuffer(64);
  const unsigned char seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &seven, 1, 0, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(call(queue(), buffer), CL_SUCCESS);
  EXPECT_EQ(static_cast<unsigned char*>(mapped)[63], 7);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueMapBufferTest, InvalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_VALUE/region-outside",
                   call(queue(), buffer, CL_MAP_READ, 1, 64));
}

TEST_F(clEnqueueMapBufferTest, InvalidValueForFlags) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_VALUE/map_flags-invalid",
                   call(queue(), buffer, 1 << 10));
  EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_VALUE/map_flags-invalid",
                   call(queue(), buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION));
  EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_VALUE/map_flags-invalid",
                   call(queue(), buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION));
}

TEST_F(clEnqueueMapBufferTest, InvalidOperationWithoutHostAccess) {
  const auto expect = [&](const char* key, cl_mem_flags access, cl_map_flags flags) {
    EXPECT_CONDITION(std::string("clEnqueueMapBuffer/CL_INVALID_OPERATION/") + key,
                     call(queue(), makeBuffer(64, access), flags))
        << access << " " << flags;
  };
  for (cl_mem_flags access : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    expect("host-access", access, CL_MAP_READ);
    expect("host-access", access, CL_MAP_READ | CL_MAP_WRITE);
  }
  for (cl_mem_flags access : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    expect("host-access-2", access, CL_MAP_WRITE);
    expect("host-access-2", access, CL_MAP_WRITE_INVALIDATE_REGION);
    expect("host-access-2", access, CL_MAP_READ | CL_MAP_WRITE);
  }
}

TEST_F(clEnqueueMapBufferTest, InvalidValueForNothing) {
  EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_VALUE/size-zero",
                   call(queue(), makeBuffer(64), CL_MAP_READ, 0, 0));
}

TEST_F(clEnqueueMapBufferTest, InvalidOperationForWritingTwice) {
  Buffer buffer = makeBuffer(128);
  ASSERT_EQ(call(queue(), buffer, CL_MAP_WRITE, 32, 32), CL_SUCCESS);
  void* const first = mapped;
  for (cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION})
    EXPECT_CONDITION("clEnqueueMapBuffer/CL_INVALID_OPERATION/overlapping-writes",
                     call(queue(), buffer, flags, 63, 8));
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 1u);
  // In the mapping, and in the buffer after unmapping.
  EXPECT_EQ(call(queue(), buffer, CL_MAP_WRITE, 64, 64), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, first, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(call(queue(), buffer, CL_MAP_WRITE, 32, 32), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

// It was counted for ever, and refused every later one that writes there.
TEST_F(clEnqueueMapBufferTest, AFailedMapCountsForNothing) {
  Buffer buffer = makeBuffer(128);
  const auto count = [&] { return infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); };
  for (const bool unmaps : {false, true}) {
    Event gate = userEvent(context());
    cl_event event = nullptr;
    void* failing = clEnqueueMapBuffer(queue(), buffer, CL_FALSE, CL_MAP_WRITE, 32, 32, 1,
                                       gate.array(), &event, nullptr);
    ASSERT_NE(failing, nullptr);
    EXPECT_EQ(count(), 1u);
    // The second map is another one, with the same pointer.
    if (unmaps) {
      EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, failing, 0, nullptr, nullptr), CL_SUCCESS);
      EXPECT_EQ(clEnqueueMapBuffer(queue(), buffer, CL_FALSE, CL_MAP_WRITE, 32, 32, 0, nullptr,
                                   nullptr, nullptr),
                failing);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(count(), unmaps ? 1u : 0u);
    if (!unmaps) {
      EXPECT_EQ(call(queue(), buffer, CL_MAP_WRITE, 32, 32), CL_SUCCESS);
    }
    EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, failing, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(count(), 0u);
  }
}

TEST_F(clEnqueueMapBufferTest, OverlappingMapsAreCounted) {
  Buffer buffer = makeBuffer(128);
  const auto count = [&] { return infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); };
  std::vector<void*> maps;
  const std::pair<size_t, size_t> regions[] = {{0, 64}, {32, 64}, {0, 128}, {0, 64}};
  for (const auto& [offset, sizeBytes] : regions) {
    ASSERT_EQ(call(queue(), buffer, CL_MAP_READ, offset, sizeBytes), CL_SUCCESS);
    maps.push_back(mapped);
    EXPECT_EQ(count(), maps.size());
  }
  EXPECT_EQ(call(queue(), buffer, CL_MAP_WRITE, 0, 128), CL_SUCCESS) << "one writer";
  maps.push_back(mapped);
  while (!maps.empty()) {
    EXPECT_EQ(count(), maps.size());
    EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, maps.back(), 0, nullptr, nullptr),
              CL_SUCCESS);
    maps.pop_back();
  }
  EXPECT_EQ(count(), 0u);
}
