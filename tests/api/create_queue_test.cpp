// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the three calls that make a command queue say to a wrong context or device.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

namespace {

struct Maker {
  const char* name;
  cl_command_queue (*make)(cl_context, cl_device_id, cl_int*);
};
void PrintTo(const Maker& maker, std::ostream* out) { *out << maker.name; }

const Maker kMakers[] = {
    {"clCreateCommandQueue",
     [](cl_context context, cl_device_id device, cl_int* error) {
       return clCreateCommandQueue(context, device, 0, error);
     }},
    {"clCreateCommandQueueWithProperties",
     [](cl_context context, cl_device_id device, cl_int* error) {
       return clCreateCommandQueueWithProperties(context, device, nullptr, error);
     }},
    {"clCreateCommandQueueWithPropertiesKHR",
     [](cl_context context, cl_device_id device, cl_int* error) {
       auto* make = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
           clGetExtensionFunctionAddressForPlatform(lanewisePlatform(),
                                                    "clCreateCommandQueueWithPropertiesKHR"));
       return make(context, device, nullptr, error);
     }},
};

struct CreateQueueTest : ApiTest, ::testing::WithParamInterface<Maker> {
  void expect(const char* codeAndKey, cl_context context, cl_device_id device) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(GetParam().make(context, device, &error), nullptr);
    EXPECT_CONDITION(std::string(GetParam().name) + "/" + codeAndKey, error);
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCalls, CreateQueueTest, ::testing::ValuesIn(kMakers),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(CreateQueueTest, makesAQueue) {
  cl_int error = 12345;
  Queue made(GetParam().make(context(), device(), &error));
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clFinish(made), CL_SUCCESS);
}

TEST_P(CreateQueueTest, invalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    expect("CL_INVALID_CONTEXT/context-invalid", wrong, device());
}

TEST_P(CreateQueueTest, invalidDevice) {
  for (cl_device_id wrong : {cl_device_id(), ofOtherType<cl_device_id>()})
    expect("CL_INVALID_DEVICE/device-invalid", context(), wrong);
}

TEST_P(CreateQueueTest, invalidDeviceOfAnotherContext) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  cl_device_id part = nullptr;
  ASSERT_EQ(clCreateSubDevices(device(), one, 1, &part, nullptr), CL_SUCCESS);
  expect("CL_INVALID_DEVICE/device-foreign", context(), part);
  clReleaseDevice(part);
}
