// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetContextInfoTest : ApiTest {};

TEST_F(clGetContextInfoTest, TellsDevices) {
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, context(), CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(infoOf<cl_device_id>(clGetContextInfo, context(), CL_CONTEXT_DEVICES), device());
}

TEST_F(clGetContextInfoTest, TellsPropertiesAsGiven) {
  const cl_device_id only = device();
  const std::vector<cl_context_properties> list = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
  Context made(clCreateContext(list.data(), 1, &only, nullptr, nullptr, nullptr));
  EXPECT_EQ(arrayOf<cl_context_properties>(clGetContextInfo, made, CL_CONTEXT_PROPERTIES), list);
  EXPECT_TRUE(
      arrayOf<cl_context_properties>(clGetContextInfo, context(), CL_CONTEXT_PROPERTIES).empty());
}
