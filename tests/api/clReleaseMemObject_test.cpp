// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clReleaseMemObjectTest : ApiTest {};

TEST_F(clReleaseMemObjectTest, counts) {
  Buffer buffer = makeBuffer(64);
  const auto count = [&] {
    return infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT);
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(clReleaseMemObjectTest, invalidMemObject) {
  EXPECT_EQ(clReleaseMemObject(nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(ofOtherType<cl_mem>()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(releasedBuffer()), CL_INVALID_MEM_OBJECT);
}
