// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

namespace {
constexpr size_t kLocal = 8;
}

struct clCommandNDRangeKernelKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record) { return launch(record, filled, 16, &kLocal); }
  cl_int call(cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
              const size_t* local) {
    CommandBuffer buffer = make();
    return LW_EXTENSION(clCommandNDRangeKernelKHR)(buffer, nullptr, nullptr, kernel, dimensions,
                                                   offset, global, local, 0, nullptr, nullptr,
                                                   nullptr);
  }
  Buffer memory = makeBuffer(64);
  OwnedKernel filled = fill(memory, 7);
};

TEST_F(clCommandNDRangeKernelKHRTest, LaunchesAtEachEnqueueWithTheArgumentsAsTheyWere) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const cl_int later = 8;
  ASSERT_EQ(clSetKernelArg(filled, 1, sizeof later, &later), CL_SUCCESS);
  for (int round = 0; round < 2; ++round) {
    const cl_int other = -1;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), memory, &other, 4, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    EXPECT_EQ(ints(memory), std::vector<cl_int>(16, 7));
  }
}

TEST_F(clCommandNDRangeKernelKHRTest, ALaterLaunchOfTheSameKernelSeesItsNewArguments) {
  CommandBuffer buffer = make();
  ASSERT_EQ(launch({.buffer = buffer}, filled, 16, &kLocal), CL_SUCCESS);
  const cl_int later = 8;
  ASSERT_EQ(clSetKernelArg(filled, 1, sizeof later, &later), CL_SUCCESS);
  ASSERT_EQ(launch({.buffer = buffer}, filled, 8, &kLocal), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[7], 8);
  EXPECT_EQ(ints(memory)[8], 7);
}

TEST_F(clCommandNDRangeKernelKHRTest, KeepsTheKernelAndWhatItUses) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetKernelInfo, cl_kernel(filled), CL_KERNEL_REFERENCE_COUNT), 2u);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  filled.reset();
  memory.reset();
  cl_event handle = nullptr;
  ASSERT_EQ(enqueue(buffer, &handle), CL_SUCCESS);
  Event event(handle);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_F(clCommandNDRangeKernelKHRTest, ArgumentsOfAMutableLaunchMayFollow) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  OwnedKernel bare = makeKernel("fill");
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(
      launch({.buffer = buffer, .properties = properties, .handle = &handle}, bare, 16, &kLocal),
      CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidValueForFieldsAndAssertionsThatDoNotExist) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  for (cl_command_properties_khr name :
       {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ASSERTS_KHR}) {
    const cl_command_properties_khr properties[] = {name, 1 << 20, 0};
    EXPECT_CONDITION("clCommandNDRangeKernelKHR/CL_INVALID_VALUE/properties-invalid",
                     call({.buffer = buffer, .properties = properties}));
  }
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidValueForAnAssertionWithoutALocalSize) {
  const cl_bitfield asserted = CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, asserted, 0};
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  EXPECT_CONDITION(
      "clCommandNDRangeKernelKHR/CL_INVALID_VALUE/"
      "properties-includes-mutable_dispatch_asserts_khr-property-mutable_dispatch_assert_no_"
      "additional_work_groups_khr",
      launch({.buffer = buffer, .properties = properties}, filled, 16, nullptr))
      << "of the launch";
  EXPECT_EQ(launch({.buffer = buffer, .properties = properties}, filled, 16, &kLocal), CL_SUCCESS);
  const cl_command_buffer_properties_khr ofBuffer[] = {
      CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, asserted, 0};
  const cl_command_queue one = queue();
  cl_int error = CL_SUCCESS;
  CommandBuffer asserting(LW_EXTENSION(clCreateCommandBufferKHR)(1, &one, ofBuffer, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_CONDITION(
      "clCommandNDRangeKernelKHR/CL_INVALID_VALUE/"
      "command_buffer-created-command_buffer_mutable_dispatch_asserts_khr-property-mutable_"
      "dispatch_assert_no_additional_work_groups_khr",
      launch({.buffer = asserting}, filled, 16, nullptr))
      << "of the command buffer";
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidKernel) {
  CommandBuffer buffer = make();
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_EQ(launch({.buffer = buffer}, wrong, 16, &kLocal), CL_INVALID_KERNEL);
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidContext) {
  CommandBuffer foreign = makeOn(otherQueue());
  EXPECT_CONDITION("clCommandNDRangeKernelKHR/CL_INVALID_CONTEXT/kernel-of-other-context",
                   call({.buffer = foreign}));
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidProgramExecutable) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_device_id only = part();
  OwnedProgram forPart = makeProgramIn(contextOfTwo());
  ASSERT_EQ(clBuildProgram(forPart, 1, &only, nullptr, nullptr, nullptr), CL_SUCCESS);
  OwnedKernel kernel(clCreateKernel(forPart, "fill", nullptr));
  Queue whole = makeQueue(contextOfTwo());
  CommandBuffer buffer = makeOn(whole);
  EXPECT_EQ(launch({.buffer = buffer}, kernel, 16, &kLocal), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidKernelArgs) {
  OwnedKernel bare = makeKernel("fill");
  CommandBuffer buffer = make();
  EXPECT_CONDITION("clCommandNDRangeKernelKHR/CL_INVALID_KERNEL_ARGS/argument-unset",
                   launch({.buffer = buffer}, bare, 16, &kLocal));
  // A property with its default value is not the same as no property.
  CommandBuffer changeable = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  EXPECT_CONDITION("clCommandNDRangeKernelKHR/CL_INVALID_KERNEL_ARGS/argument-unset",
                   launch({.buffer = changeable}, bare, 16, &kLocal));
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidWorkDimension) {
  const size_t sizes[] = {1, 1, 1};
  for (cl_uint wrong : {0u, 4u})
    EXPECT_EQ(call(filled, wrong, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidGlobalOffset) {
  const size_t far = ~size_t{0}, size = 2;
  EXPECT_EQ(call(filled, 1, &far, &size, nullptr), CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidWorkGroupSize) {
  const size_t size = 16, zero = 0;
  EXPECT_EQ(call(filled, 1, nullptr, &size, &zero), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clCommandNDRangeKernelKHRTest, InvalidWorkItemSize) {
  const size_t size = 1 << 20;
  EXPECT_EQ(call(filled, 1, nullptr, &size, &size), CL_INVALID_WORK_ITEM_SIZE);
}
