// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clReleaseContextTest : ApiTest {};

TEST_F(clReleaseContextTest, aBufferKeepsTheContextButNotTheHandle) {
  Context made = makeContext();
  const cl_context handle = made;
  cl_int error = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(handle, 0, 64, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  made.reset();
  EXPECT_EQ(clReleaseContext(handle), CL_INVALID_CONTEXT);
  EXPECT_EQ(infoOf<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT), handle);
}

TEST_F(clReleaseContextTest, invalidContext) {
  EXPECT_EQ(clReleaseContext(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(ofOtherType<cl_context>()), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(releasedContext()), CL_INVALID_CONTEXT);
}
