// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetPipeInfoTest : ApiTest {};

TEST_F(clGetPipeInfoTest, invalidMemObject) {
  for (cl_mem wrong : {cl_mem(), ofOtherType<cl_mem>(), releasedBuffer()})
    EXPECT_EQ(clGetPipeInfo(wrong, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
}

TEST_F(clGetPipeInfoTest, invalidMemObjectForABuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}
