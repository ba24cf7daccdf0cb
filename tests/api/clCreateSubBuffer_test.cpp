// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateSubBufferTest : ApiTest {
  Buffer part(cl_mem parent, size_t origin, size_t sizeBytes, cl_mem_flags flags = 0) {
    const cl_buffer_region region{origin, sizeBytes};
    return Buffer(clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  }
  cl_mem_flags flagsOf(cl_mem object) {
    return infoOf<cl_mem_flags>(clGetMemObjectInfo, object, CL_MEM_FLAGS);
  }
  cl_int code = 12345;
};

TEST_F(clCreateSubBufferTest, SharesTheBytes) {
  auto initial = counted(512);
  Buffer parent = makeBuffer(512, CL_MEM_COPY_HOST_PTR, initial.data());
  Buffer half = part(parent, 256, 256);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(contents(half), std::vector(initial.begin() + 256, initial.end()));
  const unsigned char seven = 7;
  clEnqueueWriteBuffer(queue(), half, CL_TRUE, 1, 1, &seven, 0, nullptr, nullptr);
  EXPECT_EQ(contents(parent)[257], 7);
}

TEST_F(clCreateSubBufferTest, KeepsItsParent) {
  auto initial = counted(512);
  Buffer parent = makeBuffer(512, CL_MEM_COPY_HOST_PTR, initial.data());
  Buffer half = part(parent, 0, 256);
  parent.reset();
  EXPECT_EQ(contents(half), std::vector(initial.begin(), initial.begin() + 256));
}

TEST_F(clCreateSubBufferTest, InheritsFlags) {
  Buffer parent = makeBuffer(512, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(flagsOf(part(parent, 0, 64)),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(flagsOf(part(parent, 0, 64, CL_MEM_HOST_NO_ACCESS)),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_NO_ACCESS));
}

TEST_F(clCreateSubBufferTest, HostPointerIsTheParentsWithTheOrigin) {
  alignas(128) unsigned char bytes[512] = {};
  Buffer parent = makeBuffer(512, CL_MEM_USE_HOST_PTR, bytes);
  EXPECT_EQ(infoOf<void*>(clGetMemObjectInfo, part(parent, 128, 64), CL_MEM_HOST_PTR), bytes + 128);
}

TEST_F(clCreateSubBufferTest, InvalidMemObject) {
  const cl_buffer_region region{0, 64};
  for (cl_mem wrong : {cl_mem{}, ofOtherType<cl_mem>(), releasedBuffer()}) {
    EXPECT_EQ(clCreateSubBuffer(wrong, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), nullptr);
    EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_MEM_OBJECT/buffer-invalid", code);
  }
}

TEST_F(clCreateSubBufferTest, InvalidMemObjectForASubBuffer) {
  Buffer parent = makeBuffer(512);
  Buffer half = part(parent, 0, 256);
  EXPECT_EQ(part(half, 0, 64), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_MEM_OBJECT/buffer-sub-buffer", code);
}

TEST_F(clCreateSubBufferTest, InvalidValueForMoreAccessThanTheParent) {
  struct Row {
    cl_mem_flags parent, flags;
    const char* key;
  };
  const Row rows[] = {{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, "parent-read_only"},
                      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, "parent-read_only"},
                      {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, "parent-write_only"},
                      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, "parent-write_only"},
                      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, "parent-host_read_only"},
                      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, "parent-host_write_only"},
                      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, "parent-host_no_access"},
                      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, "parent-host_no_access"}};
  for (const Row& row : rows) {
    Buffer parent = makeBuffer(512, row.parent);
    EXPECT_EQ(part(parent, 0, 64, row.flags), nullptr) << row.parent << " " << row.flags;
    EXPECT_CONDITION(std::string("clCreateSubBuffer/CL_INVALID_VALUE/") + row.key, code)
        << row.parent << " " << row.flags;
  }
}

TEST_F(clCreateSubBufferTest, InvalidValueForHostPointerFlags) {
  Buffer parent = makeBuffer(512);
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    EXPECT_EQ(part(parent, 0, 64, flags), nullptr);
    EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_VALUE/host-pointer-flags", code);
  }
}

TEST_F(clCreateSubBufferTest, InvalidValueForKindAndDescription) {
  Buffer parent = makeBuffer(512);
  const cl_buffer_region region{0, 64};
  EXPECT_EQ(clCreateSubBuffer(parent, 0, 0, &region, &code), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_VALUE/buffer_create_type-invalid", code);
  EXPECT_EQ(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_VALUE/buffer_create_info-null", code);
}

TEST_F(clCreateSubBufferTest, InvalidValueForARegionThatLeavesTheBuffer) {
  Buffer parent = makeBuffer(512);
  EXPECT_EQ(part(parent, 256, 257), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_VALUE/region-outside-buffer", code);
  EXPECT_EQ(part(parent, SIZE_MAX - 127, 256), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_VALUE/region-outside-buffer", code);
}

TEST_F(clCreateSubBufferTest, InvalidBufferSize) {
  Buffer parent = makeBuffer(512);
  EXPECT_EQ(part(parent, 0, 0), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_INVALID_BUFFER_SIZE/size-zero", code);
}

TEST_F(clCreateSubBufferTest, MisalignedSubBufferOffset) {
  Buffer parent = makeBuffer(512);
  EXPECT_EQ(part(parent, 4, 64), nullptr);
  EXPECT_CONDITION("clCreateSubBuffer/CL_MISALIGNED_SUB_BUFFER_OFFSET/origin-misaligned", code);
}
