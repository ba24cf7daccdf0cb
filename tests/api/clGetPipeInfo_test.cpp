// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

namespace {

struct clGetPipeInfoTest : ApiTest {
  Buffer makePipe() {
    cl_int error = CL_SUCCESS;
    Buffer pipe(clCreatePipe(context(), 0, 12, 100, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return pipe;
  }
};

}  // namespace

TEST_F(clGetPipeInfoTest, TellsWhatThePipeIs) {
  const Buffer pipe = makePipe();
  EXPECT_EQ(infoOf<cl_uint>(clGetPipeInfo, cl_mem(pipe), CL_PIPE_PACKET_SIZE), 12u);
  EXPECT_EQ(infoOf<cl_uint>(clGetPipeInfo, cl_mem(pipe), CL_PIPE_MAX_PACKETS), 100u);
  EXPECT_TRUE(arrayOf<cl_pipe_properties>(clGetPipeInfo, cl_mem(pipe), CL_PIPE_PROPERTIES).empty());
}

TEST_F(clGetPipeInfoTest, InvalidValue) {
  const Buffer pipe = makePipe();
  EXPECT_CONDITION("clGetPipeInfo/CL_INVALID_VALUE/param_name",
                   clGetPipeInfo(pipe, CL_MEM_SIZE, 0, nullptr, nullptr));
  cl_uint value = 0;
  EXPECT_CONDITION("clGetPipeInfo/CL_INVALID_VALUE/param_value_size",
                   clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 3, &value, nullptr));
}

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
