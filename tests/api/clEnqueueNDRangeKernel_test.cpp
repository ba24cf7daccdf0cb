// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clEnqueueNDRangeKernelTest : ProgramTest {};

namespace {
constexpr size_t kOne[3] = {1, 1, 1};
}

TEST_F(clEnqueueNDRangeKernelTest, runsTheKernel) {
  OwnedKernel fill = makeKernel("fill");
  Buffer buffer = makeBuffer(64 * 4);
  const cl_int value = 0x01020304;
  ASSERT_EQ(clSetKernelArg(fill, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(fill, 1, sizeof value, &value), CL_SUCCESS);
  const size_t global = 64, local = 16;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto bytes = contents(buffer);
  for (size_t i = 0; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], 4 - i % 4);
}

TEST_F(clEnqueueNDRangeKernelTest, withoutWorkItemsCompletes) {
  OwnedKernel count = makeKernel("count");
  Buffer buffer = makeBuffer(4);
  ASSERT_EQ(clSetKernelArg(count, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  const size_t zero = 0;
  for (const size_t* global : {static_cast<const size_t*>(nullptr), &zero}) {
    cl_event handle = nullptr;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), count, 1, nullptr, global, nullptr, 0, nullptr,
                                     &handle),
              CL_SUCCESS);
    Event event(handle);
    EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  }
}

TEST_F(clEnqueueNDRangeKernelTest, invalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_EQ(clEnqueueNDRangeKernel(wrong, kernel(), 1, nullptr, kOne, nullptr, 0, nullptr,
                                     nullptr),
              CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidKernel) {
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), wrong, 1, nullptr, kOne, nullptr, 0, nullptr,
                                     nullptr),
              CL_INVALID_KERNEL);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidContext) {
  EXPECT_EQ(clEnqueueNDRangeKernel(otherQueue(), kernel(), 1, nullptr, kOne, nullptr, 0, nullptr,
                                   nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidKernelArgs) {
  OwnedKernel fill = makeKernel("fill");
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, kOne, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidWorkDimension) {
  for (cl_uint wrong : {0u, 4u, ~0u})
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel(), wrong, nullptr, kOne, nullptr, 0, nullptr,
                                     nullptr),
              CL_INVALID_WORK_DIMENSION);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidGlobalOffset) {
  const size_t far = ~size_t{0};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel(), 1, &far, kOne, nullptr, 0, nullptr, nullptr),
            CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidWorkGroupSizeThatIsNotTheRequiredOne) {
  const size_t size[3] = {8, 8, 8}, wrong[3] = {8, 4, 1};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel(), 3, nullptr, size, wrong, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidWorkGroupSizeThatIsTooLargeOrEmpty) {
  OwnedKernel fill = makeKernel("fill");
  const size_t size[2] = {8192, 8192}, large[2] = {8192, 2}, empty[2] = {0, 1};
  for (const size_t* wrong : {large, empty})
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 2, nullptr, size, wrong, 0, nullptr, nullptr),
              CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidWorkGroupSizeThatDoesNotDivideWhereItMust) {
  OwnedProgram program = makeProgram();
  ASSERT_EQ(build(program, "-cl-uniform-work-group-size"), CL_SUCCESS);
  OwnedKernel fill(clCreateKernel(program, "fill", nullptr));
  const size_t size = 10, local = 4;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &size, &local, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidWorkItemSize) {
  OwnedKernel fill = makeKernel("fill");
  const size_t size = 100'000;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &size, &size, 0, nullptr, nullptr),
            CL_INVALID_WORK_ITEM_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, invalidEventWaitList) {
  const cl_event wrong[] = {ofOtherType<cl_event>()};
  const auto code = [&](cl_uint count, const cl_event* list) {
    return clEnqueueNDRangeKernel(queue(), kernel(), 1, nullptr, kOne, nullptr, count, list,
                                  nullptr);
  };
  EXPECT_EQ(code(1, wrong), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(code(1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(code(0, wrong), CL_INVALID_EVENT_WAIT_LIST);
  Event foreign(clCreateUserEvent(otherContext(), nullptr));
  EXPECT_EQ(code(1, foreign.array()), CL_INVALID_CONTEXT);
}
