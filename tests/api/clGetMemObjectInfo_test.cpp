// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetMemObjectInfoTest : ApiTest {};

TEST_F(clGetMemObjectInfoTest, tellsABuffer) {
  Buffer buffer = makeBuffer(100, CL_MEM_READ_ONLY);
  EXPECT_EQ(infoOf<cl_mem_object_type>(clGetMemObjectInfo, buffer, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, buffer, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY));
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE), 100u);
  EXPECT_EQ(infoOf<void*>(clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(infoOf<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_OFFSET), 0u);
  EXPECT_EQ(infoOf<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER), cl_bool(CL_FALSE));
}

TEST_F(clGetMemObjectInfoTest, tellsASubBuffer) {
  Buffer parent = makeBuffer(512);
  const cl_buffer_region region{128, 64};
  Buffer part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT), parent);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, part, CL_MEM_OFFSET), 128u);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, part, CL_MEM_SIZE), 64u);
}

TEST_F(clGetMemObjectInfoTest, invalidMemObject) {
  for (cl_mem wrong : {cl_mem{}, ofOtherType<cl_mem>(), releasedBuffer()})
    EXPECT_EQ(clGetMemObjectInfo(wrong, CL_MEM_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(clGetMemObjectInfoTest, invalidValueForAnUnknownName) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_IMAGE_FORMAT, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clGetMemObjectInfoTest, invalidValueForTooLittleRoom) {
  Buffer buffer = makeBuffer(64);
  cl_uchar small = 0;
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof small, &small, nullptr),
            CL_INVALID_VALUE);
}
