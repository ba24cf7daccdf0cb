// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateCommandQueueWithPropertiesTest : ApiTest {};

TEST_F(clCreateCommandQueueWithPropertiesTest, EveryHint) {
  for (cl_queue_properties priority :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR})
    for (cl_queue_properties throttle :
         {CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_LOW_KHR}) {
      const std::vector<cl_queue_properties> list = {CL_QUEUE_PRIORITY_KHR, priority,
                                                     CL_QUEUE_THROTTLE_KHR, throttle, 0};
      cl_int error = 1;
      Queue made(clCreateCommandQueueWithProperties(context(), device(), list.data(), &error));
      ASSERT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(arrayOf<cl_queue_properties>(clGetCommandQueueInfo, cl_command_queue(made),
                                             CL_QUEUE_PROPERTIES_ARRAY),
                list);
      EXPECT_EQ(clFinish(made), CL_SUCCESS);
    }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, CommandsRunInTheirCallsIfAskedFor) {
  constexpr cl_command_queue_properties kBits =
      CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL | CL_QUEUE_PROFILING_ENABLE;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kBits, 0};
  cl_int error = 1;
  const Queue made(clCreateCommandQueueWithProperties(context(), device(), list, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_command_queue_properties>(clGetCommandQueueInfo, cl_command_queue(made),
                                                CL_QUEUE_PROPERTIES),
            kBits);
  const Buffer buffer = makeBuffer(4);
  const cl_int seven = 7;
  cl_int read = 0;
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueFillBuffer(made, buffer, &seven, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(made, buffer, CL_FALSE, 0, 4, &read, 0, nullptr, &handle),
            CL_SUCCESS);
  const Event event(handle);
  EXPECT_EQ(read, 7);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, cl_event(event), CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
  const auto time = [&](cl_profiling_info name) {
    return infoOf<cl_ulong>(clGetEventProfilingInfo, cl_event(event), name);
  };
  EXPECT_LE(time(CL_PROFILING_COMMAND_QUEUED), time(CL_PROFILING_COMMAND_START));
  EXPECT_LE(time(CL_PROFILING_COMMAND_START), time(CL_PROFILING_COMMAND_END));
}

TEST_F(clCreateCommandQueueWithPropertiesTest, InvalidValueForHintsThatAreNone) {
  for (cl_queue_properties name : {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR})
    for (cl_queue_properties wrong : {0, 3, 8}) {
      const cl_queue_properties list[] = {name, wrong, 0};
      cl_int error = CL_SUCCESS;
      EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), list, &error), nullptr);
      EXPECT_CONDITION("clCreateCommandQueueWithProperties/CL_INVALID_VALUE/properties-invalid",
                       error)
          << name << " " << wrong;
    }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, InvalidValue) {
  const cl_queue_properties unknownName[] = {0x7777, 1, 0};
  const cl_queue_properties unknownBit[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
  const cl_queue_properties size[] = {CL_QUEUE_SIZE, 1024, 0};
  const cl_queue_properties inOrder[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
  const cl_queue_properties empty[] = {CL_QUEUE_PROPERTIES,
                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE,
                                       CL_QUEUE_SIZE, 0, 0};
  const cl_queue_properties onHost[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  for (const cl_queue_properties* wrong : {unknownName, unknownBit, size, inOrder, empty, onHost}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), wrong, &error), nullptr);
    EXPECT_CONDITION("clCreateCommandQueueWithProperties/CL_INVALID_VALUE/properties-invalid",
                     error);
  }
}

constexpr cl_queue_properties kOnDevice =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE;

TEST_F(clCreateCommandQueueWithPropertiesTest, InvalidQueueProperties) {
  const cl_queue_properties most =
      infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  const cl_queue_properties tooLarge[] = {CL_QUEUE_PROPERTIES, kOnDevice, CL_QUEUE_SIZE, most + 1,
                                          0};
  const cl_queue_properties inCalls[] = {CL_QUEUE_PROPERTIES,
                                         kOnDevice | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, 0};
  for (const cl_queue_properties* list : {tooLarge, inCalls}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), list, &error), nullptr);
    EXPECT_CONDITION(
        "clCreateCommandQueueWithProperties/CL_INVALID_QUEUE_PROPERTIES/properties-unsupported",
        error);
  }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, OnTheDevice) {
  const cl_queue_properties usual[] = {CL_QUEUE_PROPERTIES, kOnDevice, 0};
  const cl_queue_properties sized[] = {CL_QUEUE_PROPERTIES, kOnDevice, CL_QUEUE_SIZE, 20000, 0};
  const cl_uint preferred =
      infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE);
  for (const auto& [list, size] : {std::pair(usual, preferred), std::pair(sized, 20000u)}) {
    cl_int error = 1;
    Queue made(clCreateCommandQueueWithProperties(context(), device(), list, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_command_queue queue = made;
    EXPECT_EQ(infoOf<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_SIZE), size);
    EXPECT_EQ(
        infoOf<cl_command_queue_properties>(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES),
        kOnDevice);
    EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT),
              nullptr);
  }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, OnTheDeviceReturnsTheDefaultQueueAgain) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kOnDevice | CL_QUEUE_ON_DEVICE_DEFAULT,
                                      0};
  Queue first(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  Queue second(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  const cl_command_queue queue = first;
  ASSERT_TRUE(queue);
  EXPECT_EQ(cl_command_queue(second), queue);
  EXPECT_EQ(infoOf<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT), queue);
  Queue host(clCreateCommandQueue(context(), device(), 0, nullptr));
  EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, cl_command_queue(host),
                                     CL_QUEUE_DEVICE_DEFAULT),
            queue);
  first.reset();
  second.reset();
  EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, cl_command_queue(host),
                                     CL_QUEUE_DEVICE_DEFAULT),
            nullptr);
}

TEST_F(clCreateCommandQueueWithPropertiesTest, OnTheDeviceTakesNoCommandsOfTheHost) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kOnDevice, 0};
  Queue made(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  const cl_command_queue queue = made;
  Buffer buffer = makeBuffer(64);
  int value = 0;
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(event, nullptr);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(LW_EXTENSION(clCreateCommandBufferKHR)(1, &queue, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clCreateCommandQueueWithPropertiesTest, InvalidQueuePropertiesForHintsToAQueueOnADevice) {
  for (cl_queue_properties name : {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR}) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE,
                                        name, CL_QUEUE_PRIORITY_MED_KHR, 0};
    const std::string key =
        name == CL_QUEUE_PRIORITY_KHR
            ? "khr_priority_hints-extension-supported-queue_priority_khr-property"
            : "khr_throttle_hints-extension-supported-queue_throttle_khr-property";
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), list, &error), nullptr);
    EXPECT_CONDITION("clCreateCommandQueueWithProperties/CL_INVALID_QUEUE_PROPERTIES/" + key,
                     error);
    EXPECT_EQ(
        LW_EXTENSION(clCreateCommandQueueWithPropertiesKHR)(context(), device(), list, &error),
        nullptr);
    EXPECT_CONDITION("clCreateCommandQueueWithPropertiesKHR/CL_INVALID_QUEUE_PROPERTIES/" + key,
                     error);
  }
}
