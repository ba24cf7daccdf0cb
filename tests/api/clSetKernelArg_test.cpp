// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetKernelArgTest : ProgramTest {};

TEST_F(clSetKernelArgTest, TakesEachKind) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(clSetKernelArg(kernel(), kOut, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel(), kTable, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel(), kScratch, 4, nullptr), CL_SUCCESS);
  const cl_int pair[3] = {1, 2, 3};
  EXPECT_EQ(clSetKernelArg(kernel(), kPair, sizeof pair, pair), CL_SUCCESS);
  const cl_float4 vector = {};
  EXPECT_EQ(clSetKernelArg(kernel(), kNameless, sizeof vector, &vector), CL_SUCCESS);
}

TEST_F(clSetKernelArgTest, TakesNullBuffers) {
  const cl_mem null = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel(), kOut, sizeof null, &null), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel(), kOut, sizeof null, nullptr), CL_SUCCESS);
}

TEST_F(clSetKernelArgTest, DoesNotRetainTheBufferItIsGiven) {
  Buffer buffer = makeBuffer(64);
  int destroyed = 0;
  const auto count = [](cl_mem, void* user) { ++*static_cast<int*>(user); };
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, count, &destroyed), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel(), kOut, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_REFERENCE_COUNT), 1u);
  buffer.reset();
  waitForCallbacks();
  EXPECT_EQ(destroyed, 1);
}

TEST_F(clSetKernelArgTest, InvalidKernelArgsOfALaunchWithAReleasedBuffer) {
  OwnedKernel fill = makeKernel("fill");
  const cl_int value = 1;
  const size_t one = 1;
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetKernelArg(fill, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(fill, 1, sizeof value, &value), CL_SUCCESS);
  buffer.reset();
  Buffer inItsPlace = makeBuffer(64);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(clSetKernelArg(fill, 0, sizeof(cl_mem), inItsPlace.array()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
}

struct clSetKernelArgOfAQueueTest : ProgramTest {
  void SetUp() override {
    ProgramTest::SetUp();
    program_ = makeProgram("queues");
    ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    kernel_ = OwnedKernel(clCreateKernel(program_, "ask", nullptr));
  }
  cl_int set(cl_command_queue value) { return clSetKernelArg(kernel_, 0, sizeof value, &value); }
  Queue onDevice() { return onDeviceIn(context()); }
  Queue onDeviceIn(cl_context in) {
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
    return Queue(clCreateCommandQueueWithProperties(in, device(), list, nullptr));
  }
  OwnedProgram program_;
  OwnedKernel kernel_;
};

TEST_F(clSetKernelArgOfAQueueTest, TakesQueuesOnTheDevice) {
  Queue made = onDevice();
  EXPECT_EQ(set(made), CL_SUCCESS);
  EXPECT_EQ(
      infoOf<cl_uint>(clGetCommandQueueInfo, cl_command_queue(made), CL_QUEUE_REFERENCE_COUNT), 1u);
  const size_t one = 1;
  made.reset();
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue(), kernel_, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      CL_INVALID_KERNEL_ARGS);
}

TEST_F(clSetKernelArgOfAQueueTest, InvalidDeviceQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue(), queue()})
    EXPECT_CONDITION("clSetKernelArg/CL_INVALID_DEVICE_QUEUE/arg_value-invalid", set(wrong));
}

TEST_F(clSetKernelArgOfAQueueTest, InvalidContext) {
  const Queue other = onDeviceIn(otherContext());
  EXPECT_EQ(set(other), CL_INVALID_CONTEXT);
}

TEST_F(clSetKernelArgOfAQueueTest, InvalidArgSize) {
  Queue made = onDevice();
  cl_command_queue value = made;
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-cl_command_queue",
                   clSetKernelArg(kernel_, 0, sizeof value - 1, &value));
}

TEST_F(clSetKernelArgTest, InvalidKernel) {
  const cl_int value = 1;
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_CONDITION("clSetKernelArg/CL_INVALID_KERNEL/kernel-invalid",
                     clSetKernelArg(wrong, 0, sizeof value, &value));
}

TEST_F(clSetKernelArgTest, InvalidArgIndex) {
  const cl_int value = 1;
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_INDEX/arg_index-invalid",
                   clSetKernelArg(kernel(), 7, sizeof value, &value));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_INDEX/arg_index-invalid",
                   clSetKernelArg(kernel(), ~0u, sizeof value, &value));
}

TEST_F(clSetKernelArgTest, InvalidArgValue) {
  const cl_int value = 1;
  EXPECT_EQ(clSetKernelArg(kernel(), kScratch, sizeof value, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel(), kPair, 12, nullptr), CL_INVALID_ARG_VALUE);
}

TEST_F(clSetKernelArgTest, InvalidMemObject) {
  const cl_mem wrong[] = {ofOtherType<cl_mem>(), releasedBuffer()};
  for (const cl_mem& handle : wrong)
    EXPECT_CONDITION("clSetKernelArg/CL_INVALID_MEM_OBJECT/arg_value-no-memory-object",
                     clSetKernelArg(kernel(), kOut, sizeof handle, &handle));
}

TEST_F(clSetKernelArgTest, InvalidContextOfAMemoryObject) {
  cl_int code = 1;
  Buffer foreign(clCreateBuffer(otherContext(), CL_MEM_READ_WRITE, 64, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_CONTEXT/object-of-other-context",
                   clSetKernelArg(kernel(), kOut, sizeof(cl_mem), foreign.array()));
}

TEST_F(clSetKernelArgTest, InvalidMemObjectForABufferInPlaceOfAnImage) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_MEM_OBJECT/memory-object-of-other-kind",
                   clSetKernelArg(kernel(), kPicture, sizeof(cl_mem), buffer.array()));
}

TEST_F(clSetKernelArgTest, InvalidArgSize) {
  Buffer buffer = makeBuffer(64);
  const cl_int values[8] = {};
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-type",
                   clSetKernelArg(kernel(), kPair, 8, values));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-type",
                   clSetKernelArg(kernel(), kPair, 16, values));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-type",
                   clSetKernelArg(kernel(), kPair, 0, values));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-cl_mem",
                   clSetKernelArg(kernel(), kOut, 4, buffer.array()));
}

TEST_F(clSetKernelArgTest, FewerBytesThanAHandleAreNotReadAsOne) {
  const cl_int values[2] = {0x1234568, 0x1234568};  // as a pointer: unmapped
  for (size_t bytes : {size_t(0), sizeof(cl_int), 2 * sizeof(cl_mem)})
    EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_SIZE/arg_size-not-of-cl_mem",
                     clSetKernelArg(kernel(), kOut, bytes, values));
}

TEST_F(clSetKernelArgTest, LocalMemoryOfNoBytesIsSetAndTakesNoRoom) {
  const auto localBytes = [&] {
    cl_ulong bytes = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel(), device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, nullptr),
              CL_SUCCESS);
    return bytes;
  };
  const cl_ulong before = localBytes();
  EXPECT_EQ(clSetKernelArg(kernel(), kMore, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(localBytes(), before);
}

TEST_F(clSetKernelArgTest, MaxSizeRestrictionExceeded) {
  OwnedProgram limits = makeProgram("limits");
  ASSERT_EQ(build(limits), CL_SUCCESS);
  cl_int code = 1;
  OwnedKernel limited(clCreateKernel(limits, "limited", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const size_t mostBytes[] = {64, 48, 32};
  for (cl_uint index = 0; index < 2; ++index) {
    Buffer exact = makeBuffer(mostBytes[index]), larger = makeBuffer(mostBytes[index] + 4);
    EXPECT_EQ(clSetKernelArg(limited, index, sizeof(cl_mem), exact.array()), CL_SUCCESS);
    EXPECT_CONDITION("clSetKernelArg/CL_MAX_SIZE_RESTRICTION_EXCEEDED/size-exceeds-limit",
                     clSetKernelArg(limited, index, sizeof(cl_mem), larger.array()));
    EXPECT_EQ(clSetKernelArg(limited, index, sizeof(cl_mem), nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clSetKernelArg(limited, 2, mostBytes[2], nullptr), CL_SUCCESS);
  EXPECT_CONDITION("clSetKernelArg/CL_MAX_SIZE_RESTRICTION_EXCEEDED/size-exceeds-limit",
                   clSetKernelArg(limited, 2, mostBytes[2] + 1, nullptr));
}
