// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clRetainContextTest : ApiTest {};

TEST_F(clRetainContextTest, counts) {
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context(), CL_CONTEXT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainContext(context()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context(), CL_CONTEXT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseContext(context()), CL_SUCCESS);
}

TEST_F(clRetainContextTest, invalidContext) {
  EXPECT_EQ(clRetainContext(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clRetainContext(ofOtherType<cl_context>()), CL_INVALID_CONTEXT);
  EXPECT_EQ(clRetainContext(releasedContext()), CL_INVALID_CONTEXT);
}
