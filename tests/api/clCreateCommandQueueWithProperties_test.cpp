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
  const cl_queue_properties onHost[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  for (const cl_queue_properties* wrong : {unknownName, unknownBit, size, inOrder, onHost}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), wrong, &error), nullptr);
    EXPECT_CONDITION("clCreateCommandQueueWithProperties/CL_INVALID_VALUE/properties-invalid",
                     error);
  }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, InvalidQueueProperties) {
  const cl_queue_properties onDevice[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), onDevice, &error), nullptr);
  EXPECT_CONDITION(
      "clCreateCommandQueueWithProperties/CL_INVALID_QUEUE_PROPERTIES/properties-unsupported",
      error);
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
