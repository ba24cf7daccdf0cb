// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common behaviour of the three calls that create a command queue, and their errors for a wrong
// context or device.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

namespace {

struct Maker {
  const char* name;
  cl_command_queue (*make)(cl_context, cl_device_id, cl_command_queue_properties, cl_int*);
};
void PrintTo(const Maker& maker, std::ostream* out) { *out << maker.name; }

const Maker kMakers[] = {
    {"clCreateCommandQueue", clCreateCommandQueue},
    {"clCreateCommandQueueWithProperties",
     [](cl_context context, cl_device_id device, cl_command_queue_properties bits, cl_int* error) {
       const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
       return clCreateCommandQueueWithProperties(context, device, list, error);
     }},
    {"clCreateCommandQueueWithPropertiesKHR",
     [](cl_context context, cl_device_id device, cl_command_queue_properties bits, cl_int* error) {
       const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, bits, 0};
       return LW_EXTENSION(clCreateCommandQueueWithPropertiesKHR)(context, device, list, error);
     }},
};

struct CreateQueueTest : ApiTest, ::testing::WithParamInterface<Maker> {
  void expect(const char* codeAndKey, cl_context context, cl_device_id device) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(GetParam().make(context, device, 0, &error), nullptr);
    EXPECT_CONDITION(std::string(GetParam().name) + "/" + codeAndKey, error);
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCalls, CreateQueueTest, ::testing::ValuesIn(kMakers),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(CreateQueueTest, MakesQueuesOfBothKinds) {
  for (cl_command_queue_properties bits :
       {cl_command_queue_properties(0), cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                    CL_QUEUE_PROFILING_ENABLE)}) {
    cl_int error = 12345;
    Queue made(GetParam().make(context(), device(), bits, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(infoOf<cl_command_queue_properties>(clGetCommandQueueInfo, cl_command_queue(made),
                                                  CL_QUEUE_PROPERTIES),
              bits);
    EXPECT_EQ(clFinish(made), CL_SUCCESS);
  }
}

TEST_P(CreateQueueTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    expect("CL_INVALID_CONTEXT/context-invalid", wrong, device());
}

TEST_P(CreateQueueTest, InvalidDevice) {
  for (cl_device_id wrong : {cl_device_id(), ofOtherType<cl_device_id>()})
    expect("CL_INVALID_DEVICE/device-invalid", context(), wrong);
}

TEST_P(CreateQueueTest, InvalidDeviceOfAnotherContext) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  expect("CL_INVALID_DEVICE/device-foreign", context(), part());
}
