// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clEnqueueTaskTest : ProgramTest {};

TEST_F(clEnqueueTaskTest, RunsOneWorkItem) {
  OwnedKernel fill = makeKernel("fill");
  Buffer buffer = makeBuffer(8, CL_MEM_COPY_HOST_PTR, counted(8).data());
  const cl_int value = 0x7f7f7f7f;
  ASSERT_EQ(clSetKernelArg(fill, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(fill, 1, sizeof value, &value), CL_SUCCESS);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueTask(queue(), fill, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, handle, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_TASK));
  EXPECT_EQ(contents(buffer), (std::vector<unsigned char>{0x7f, 0x7f, 0x7f, 0x7f, 4, 5, 6, 7}));
}

TEST_F(clEnqueueTaskTest, InvalidKernelArgs) {
  OwnedKernel fill = makeKernel("fill");
  EXPECT_CONDITION("clEnqueueTask/CL_INVALID_KERNEL_ARGS/argument-unset",
                   clEnqueueTask(queue(), fill, 0, nullptr, nullptr));
}

TEST_F(clEnqueueTaskTest, InvalidWorkGroupSize) {
  EXPECT_CONDITION("clEnqueueTask/CL_INVALID_WORK_GROUP_SIZE/required-size-differs",
                   clEnqueueTask(queue(), kernel(), 0, nullptr, nullptr))
      << "the kernel requires more work-items";
}
