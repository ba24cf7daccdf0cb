// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCreateCommandBufferKHRTest : CommandBufferTest {
  cl_int call(cl_uint count, const cl_command_queue* queues,
              std::vector<cl_command_buffer_properties_khr> properties = {0}) {
    cl_int error = CL_SUCCESS;
    CommandBuffer made(create(count, queues, properties.data(), &error));
    EXPECT_EQ(made == nullptr, error != CL_SUCCESS);
    return error;
  }
  decltype(clCreateCommandBufferKHR)* create = LW_EXTENSION(clCreateCommandBufferKHR);
};

TEST_F(clCreateCommandBufferKHRTest, IsRecording) {
  const cl_command_queue one = queue();
  CommandBuffer buffer(create(1, &one, nullptr, nullptr));
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
}

TEST_F(clCreateCommandBufferKHRTest, KeepsItsQueue) {
  Queue kept = makeQueue(context());
  CommandBuffer buffer = makeOn(kept);
  EXPECT_EQ(
      infoOf<cl_uint>(clGetCommandQueueInfo, cl_command_queue(kept), CL_QUEUE_REFERENCE_COUNT), 2u);
  buffer.reset();
  EXPECT_EQ(
      infoOf<cl_uint>(clGetCommandQueueInfo, cl_command_queue(kept), CL_QUEUE_REFERENCE_COUNT), 1u);
}

TEST_F(clCreateCommandBufferKHRTest, EveryFlagThatIsSupported) {
  const cl_command_queue one = queue();
  for (cl_bitfield flags :
       {0, CL_COMMAND_BUFFER_MUTABLE_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR,
        CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR,
        CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR})
    EXPECT_EQ(call(1, &one, {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0}), CL_SUCCESS) << flags;
}

TEST_F(clCreateCommandBufferKHRTest, WhatTheDeviceTells) {
  EXPECT_EQ(infoOf<cl_device_command_buffer_capabilities_khr>(
                clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR),
            cl_bitfield(CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR));
  EXPECT_EQ(infoOf<cl_command_queue_properties>(
                clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_EQ(infoOf<cl_command_queue_properties>(
                clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR),
            infoOf<cl_command_queue_properties>(clGetDeviceInfo, device(),
                                                CL_DEVICE_QUEUE_ON_HOST_PROPERTIES));
  EXPECT_EQ(infoOf<cl_mutable_dispatch_fields_khr>(clGetDeviceInfo, device(),
                                                   CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
            31u);
}

TEST_F(clCreateCommandBufferKHRTest, AllDevicesSynchronizeWithEachOther) {
  EXPECT_EQ(infoOf<cl_platform_command_buffer_capabilities_khr>(
                clGetPlatformInfo, platform(), CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR),
            cl_bitfield(CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR));
  for (cl_device_id one : {device(), part()}) {
    if (!one) continue;
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, one, CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR),
              1u);
    EXPECT_EQ(
        arrayOf<cl_device_id>(clGetDeviceInfo, one, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR),
        std::vector<cl_device_id>{device()});
  }
}

TEST_F(clCreateCommandBufferKHRTest, KeepsEachOfSeveralQueues) {
  Queue first = makeQueue(context()), second = makeQueue(context());
  CommandBuffer buffer = makeOn({first, second}, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR);
  for (cl_command_queue kept : {cl_command_queue(first), cl_command_queue(second)})
    EXPECT_EQ(infoOf<cl_uint>(clGetCommandQueueInfo, kept, CL_QUEUE_REFERENCE_COUNT), 2u);
}

TEST_F(clCreateCommandBufferKHRTest, InvalidContextForQueuesOfTwo) {
  const cl_command_queue two[] = {queue(), otherQueue()};
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_CONTEXT/command-queues-queues-do-not-same",
                   call(2, two));
}

TEST_F(clCreateCommandBufferKHRTest, InvalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_CONDITION(
        "clCreateCommandBufferKHR/CL_INVALID_COMMAND_QUEUE/"
        "command-queue-queues-not-valid-command-queue",
        call(1, &wrong));
  const cl_command_queue two[] = {queue(), nullptr};
  EXPECT_CONDITION(
      "clCreateCommandBufferKHR/CL_INVALID_COMMAND_QUEUE/"
      "command-queue-queues-not-valid-command-queue",
      call(2, two));
}

TEST_F(clCreateCommandBufferKHRTest, InvalidValueForNoQueue) {
  const cl_command_queue one = queue();
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/several-devices", call(0, &one));
}

TEST_F(clCreateCommandBufferKHRTest, InvalidValueWithoutQueues) {
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/queues-null", call(1, nullptr));
}

TEST_F(clCreateCommandBufferKHRTest, InvalidValueForProperties) {
  const cl_command_queue one = queue();
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/properties-invalid",
                   call(1, &one, {0xabcd, 1, 0}))
      << "a name";
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/properties-invalid",
                   call(1, &one, {CL_COMMAND_BUFFER_FLAGS_KHR, ~cl_bitfield(0), 0}))
      << "flags";
  EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/properties-invalid",
                   call(1, &one, {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}))
      << "assertions";
}

TEST_F(clCreateCommandBufferKHRTest, InvalidValueForAPropertyGivenTwice) {
  const cl_command_queue one = queue();
  for (cl_bitfield name :
       {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR})
    EXPECT_CONDITION("clCreateCommandBufferKHR/CL_INVALID_VALUE/name-twice",
                     call(1, &one, {name, 0, name, 0, 0}))
        << name;
}
