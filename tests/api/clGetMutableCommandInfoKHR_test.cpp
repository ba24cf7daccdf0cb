// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clGetMutableCommandInfoKHRTest : CommandBufferTest {
  cl_mutable_command_khr record(const cl_command_properties_khr* properties = nullptr) {
    const size_t offset[] = {1, 2, 3}, global[] = {8, 4, 2}, local[] = {4, 2, 1};
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(
        LW_EXTENSION(clCommandNDRangeKernelKHR)(buffer, nullptr, properties, filled, 3, offset,
                                                global, local, 0, nullptr, nullptr, &handle),
        CL_SUCCESS);
    return handle;
  }
  decltype(clGetMutableCommandInfoKHR)* info = LW_EXTENSION(clGetMutableCommandInfoKHR);
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  Buffer memory = makeBuffer(64);
  OwnedKernel filled = fill(memory, 1);
};

TEST_F(clGetMutableCommandInfoKHRTest, WhereItBelongs) {
  const cl_mutable_command_khr command = record();
  EXPECT_EQ(infoOf<cl_command_queue>(info, command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR), queue());
  EXPECT_EQ(infoOf<cl_command_buffer_khr>(info, command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
            cl_command_buffer_khr(buffer));
  EXPECT_EQ(infoOf<cl_command_type>(info, command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(infoOf<cl_kernel>(info, command, CL_MUTABLE_DISPATCH_KERNEL_KHR), cl_kernel(filled));
}

TEST_F(clGetMutableCommandInfoKHRTest, TheQueueThatItWasRecordedTo) {
  Queue second = makeQueue(context());
  CommandBuffer ofTwo = makeOn({queue(), second}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(launch({.buffer = ofTwo, .queue = second, .handle = &command}, filled, 16, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_queue>(info, command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            cl_command_queue(second));
}

TEST_F(clGetMutableCommandInfoKHRTest, SizesAsRecorded) {
  const cl_mutable_command_khr command = record();
  using Sizes = std::vector<size_t>;
  EXPECT_EQ(infoOf<cl_uint>(info, command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 3u);
  EXPECT_EQ(arrayOf<size_t>(info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR),
            (Sizes{1, 2, 3}));
  EXPECT_EQ(arrayOf<size_t>(info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR),
            (Sizes{8, 4, 2}));
  EXPECT_EQ(arrayOf<size_t>(info, command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR),
            (Sizes{4, 2, 1}));
}

TEST_F(clGetMutableCommandInfoKHRTest, SizesThatWereNotGivenAreZero) {
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(launch({.buffer = buffer, .handle = &command}, filled, 16, nullptr), CL_SUCCESS);
  for (cl_uint name :
       {CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR})
    EXPECT_EQ(arrayOf<size_t>(info, command, name), std::vector<size_t>{0}) << name;
}

TEST_F(clGetMutableCommandInfoKHRTest, PropertiesAsGiven) {
  using Properties = std::vector<cl_command_properties_khr>;
  const Properties given = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                            CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  EXPECT_EQ(arrayOf<cl_command_properties_khr>(info, record(given.data()),
                                               CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR),
            given);
  EXPECT_EQ(
      arrayOf<cl_command_properties_khr>(info, record(), CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR),
      Properties());
}

TEST_F(clGetMutableCommandInfoKHRTest, InvalidValueForRoomForOneSizeOfThree) {
  size_t value = 0;
  EXPECT_CONDITION(
      "clGetMutableCommandInfoKHR/CL_INVALID_VALUE/param_value_size",
      info(record(), CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof value, &value, nullptr));
}
