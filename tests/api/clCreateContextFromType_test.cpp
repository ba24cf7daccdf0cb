// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateContextFromTypeTest : ApiTest {
  cl_int error(cl_device_type type, void* user = nullptr) {
    const cl_context_properties list[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
    cl_int code = 12345;
    made = Context(clCreateContextFromType(list, type, nullptr, user, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
  Context made;
};

TEST_F(clCreateContextFromTypeTest, findsTheCpu) {
  for (cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_ALL),
                              cl_device_type(CL_DEVICE_TYPE_DEFAULT)}) {
    ASSERT_EQ(error(type), CL_SUCCESS) << type;
    EXPECT_EQ(infoOf<cl_device_id>(clGetContextInfo, made, CL_CONTEXT_DEVICES), device());
  }
}

TEST_F(clCreateContextFromTypeTest, deviceNotFound) {
  EXPECT_EQ(error(CL_DEVICE_TYPE_GPU), CL_DEVICE_NOT_FOUND);
}

TEST_F(clCreateContextFromTypeTest, invalidDeviceType) {
  EXPECT_EQ(error(0), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(error(1 << 20), CL_INVALID_DEVICE_TYPE);
}

TEST_F(clCreateContextFromTypeTest, invalidProperty) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties list[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0x7777, 1, 0};
  EXPECT_EQ(clCreateContextFromType(list, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(clCreateContextFromTypeTest, invalidPlatform) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties list[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device()), 0};
  EXPECT_EQ(clCreateContextFromType(list, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PLATFORM);
}

TEST_F(clCreateContextFromTypeTest, invalidValueForUserDataWithoutNotify) {
  EXPECT_EQ(error(CL_DEVICE_TYPE_CPU, this), CL_INVALID_VALUE);
}
