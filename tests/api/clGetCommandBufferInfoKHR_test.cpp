// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clGetCommandBufferInfoKHRTest : CommandBufferTest {
  decltype(clGetCommandBufferInfoKHR)* info = LW_EXTENSION(clGetCommandBufferInfoKHR);
};

TEST_F(clGetCommandBufferInfoKHRTest, Queues) {
  CommandBuffer buffer = make();
  const cl_command_buffer_khr handle = buffer;
  EXPECT_EQ(infoOf<cl_uint>(info, handle, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(arrayOf<cl_command_queue>(info, handle, CL_COMMAND_BUFFER_QUEUES_KHR),
            std::vector<cl_command_queue>{queue()});
  Queue second = makeQueue(context());
  const std::vector<cl_command_queue> both = {second, queue()};
  CommandBuffer ofTwo = makeOn(both);
  const cl_command_buffer_khr two = ofTwo;
  EXPECT_EQ(infoOf<cl_uint>(info, two, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 2u);
  EXPECT_EQ(arrayOf<cl_command_queue>(info, two, CL_COMMAND_BUFFER_QUEUES_KHR), both);
}

TEST_F(clGetCommandBufferInfoKHRTest, ReferenceCount) {
  CommandBuffer buffer = make();
  EXPECT_EQ(
      infoOf<cl_uint>(info, cl_command_buffer_khr(buffer), CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR),
      1u);
}

TEST_F(clGetCommandBufferInfoKHRTest, StateOfEachStage) {
  CommandBuffer buffer = make();
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
}

TEST_F(clGetCommandBufferInfoKHRTest, PropertiesAsGiven) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  EXPECT_EQ(arrayOf<cl_command_buffer_properties_khr>(info, cl_command_buffer_khr(buffer),
                                                      CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
            (std::vector<cl_command_buffer_properties_khr>{CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_MUTABLE_KHR, 0}));
  const cl_command_queue one = queue();
  CommandBuffer plain(LW_EXTENSION(clCreateCommandBufferKHR)(1, &one, nullptr, nullptr));
  EXPECT_TRUE(arrayOf<cl_command_buffer_properties_khr>(info, cl_command_buffer_khr(plain),
                                                        CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR)
                  .empty());
}

TEST_F(clGetCommandBufferInfoKHRTest, ItsContext) {
  CommandBuffer buffer = make();
  EXPECT_EQ(infoOf<cl_context>(info, cl_command_buffer_khr(buffer), CL_COMMAND_BUFFER_CONTEXT_KHR),
            context());
}

TEST_F(clGetCommandBufferInfoKHRTest, InvalidValueForTooLittleRoomForAnyOfThem) {
  CommandBuffer buffer = make();
  cl_uint value = 0;
  for (cl_command_buffer_info_khr name = CL_COMMAND_BUFFER_QUEUES_KHR;
       name <= CL_COMMAND_BUFFER_CONTEXT_KHR; ++name)
    EXPECT_CONDITION("clGetCommandBufferInfoKHR/CL_INVALID_VALUE/param_value_size",
                     info(buffer, name, 1, &value, nullptr))
        << name;
}
