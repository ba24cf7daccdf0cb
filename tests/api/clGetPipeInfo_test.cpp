// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetPipeInfoTest : ApiTest {};

TEST_F(clGetPipeInfoTest, InvalidMemObject) {
  for (cl_mem wrong : {cl_mem(), ofOtherType<cl_mem>(), releasedBuffer()})
    EXPECT_CONDITION("clGetPipeInfo/CL_INVALID_MEM_OBJECT/pipe-invalid",
                     clGetPipeInfo(wrong, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr));
}

TEST_F(clGetPipeInfoTest, InvalidMemObjectForABuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clGetPipeInfo/CL_INVALID_MEM_OBJECT/pipe-invalid",
                   clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr));
}
