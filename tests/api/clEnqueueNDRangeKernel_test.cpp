// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clEnqueueNDRangeKernelTest : ProgramTest {};

namespace {
constexpr size_t kOne[3] = {1, 1, 1};
}

TEST_F(clEnqueueNDRangeKernelTest, RunsTheKernel) {
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

TEST_F(clEnqueueNDRangeKernelTest, WithoutWorkItemsCompletes) {
  OwnedKernel count = makeKernel("count");
  Buffer buffer = makeBuffer(4);
  ASSERT_EQ(clSetKernelArg(count, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  const size_t zero = 0;
  for (const size_t* global : {static_cast<const size_t*>(nullptr), &zero}) {
    cl_event handle = nullptr;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue(), count, 1, nullptr, global, nullptr, 0, nullptr, &handle),
        CL_SUCCESS);
    Event event(handle);
    EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  }
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidKernelArgs) {
  OwnedKernel fill = makeKernel("fill");
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_KERNEL_ARGS/argument-unset",
      clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, kOne, nullptr, 0, nullptr, nullptr));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidWorkDimension) {
  for (cl_uint wrong : {0u, 4u, ~0u})
    EXPECT_CONDITION("clEnqueueNDRangeKernel/CL_INVALID_WORK_DIMENSION/work_dim-invalid",
                     clEnqueueNDRangeKernel(queue(), kernel(), wrong, nullptr, kOne, nullptr, 0,
                                            nullptr, nullptr));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidGlobalOffset) {
  const size_t far = ~size_t{0};
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_GLOBAL_OFFSET/global-range-exceeds-size_t",
      clEnqueueNDRangeKernel(queue(), kernel(), 1, &far, kOne, nullptr, 0, nullptr, nullptr));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidWorkGroupSizeThatIsNotTheRequiredOne) {
  const size_t size[3] = {8, 8, 8}, wrong[3] = {8, 4, 1};
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_WORK_GROUP_SIZE/required-size-differs",
      clEnqueueNDRangeKernel(queue(), kernel(), 3, nullptr, size, wrong, 0, nullptr, nullptr));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidWorkGroupSizeThatIsTooLargeOrEmpty) {
  OwnedKernel fill = makeKernel("fill");
  const size_t size[2] = {8192, 8192}, large[2] = {8192, 2}, empty[2] = {0, 1};
  const auto error = [&](const size_t* local) {
    return clEnqueueNDRangeKernel(queue(), fill, 2, nullptr, size, local, 0, nullptr, nullptr);
  };
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_WORK_GROUP_SIZE/local_work_size-exceeds-kernel",
      error(large));
  EXPECT_CONDITION("clEnqueueNDRangeKernel/CL_INVALID_WORK_GROUP_SIZE/local_work_size-zero",
                   error(empty));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidWorkGroupSizeThatDoesNotDivideWhereItMust) {
  OwnedProgram program = makeProgram();
  ASSERT_EQ(build(program, "-cl-uniform-work-group-size"), CL_SUCCESS);
  OwnedKernel fill(clCreateKernel(program, "fill", nullptr));
  const size_t size = 10, local = 4;
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_WORK_GROUP_SIZE/not-divisible",
      clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &size, &local, 0, nullptr, nullptr));
}

TEST_F(clEnqueueNDRangeKernelTest, InvalidWorkItemSize) {
  OwnedKernel fill = makeKernel("fill");
  const size_t size = 100'000;
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_WORK_ITEM_SIZE/local_work_size-exceeds-device",
      clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &size, &size, 0, nullptr, nullptr));
}
