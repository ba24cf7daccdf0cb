// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateContextFromTypeTest : ApiTest {
  cl_int error(cl_device_type type, void* user = nullptr) {
    const cl_context_properties list[] = {CL_CONTEXT_PLATFORM,
                                          reinterpret_cast<cl_context_properties>(platform()), 0};
    cl_int code = 12345;
    made = Context(clCreateContextFromType(list, type, nullptr, user, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
  Context made;
};

TEST_F(clCreateContextFromTypeTest, FindsTheCpu) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_ALL),
        cl_device_type(CL_DEVICE_TYPE_DEFAULT)}) {
    ASSERT_EQ(error(type), CL_SUCCESS) << type;
    EXPECT_EQ(infoOf<cl_device_id>(clGetContextInfo, made, CL_CONTEXT_DEVICES), device());
  }
}

TEST_F(clCreateContextFromTypeTest, DeviceNotFound) {
  EXPECT_CONDITION("clCreateContextFromType/CL_DEVICE_NOT_FOUND/no-match",
                   error(CL_DEVICE_TYPE_GPU));
}

TEST_F(clCreateContextFromTypeTest, InvalidDeviceType) {
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_DEVICE_TYPE/device_type-invalid", error(0));
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_DEVICE_TYPE/device_type-invalid",
                   error(1 << 20));
}

TEST_F(clCreateContextFromTypeTest, InvalidProperty) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties list[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0x7777, 1, 0};
  EXPECT_EQ(clCreateContextFromType(list, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_PROPERTY/name-unknown", code);
}

TEST_F(clCreateContextFromTypeTest, InvalidPropertyForAWrongValueOrANameGivenTwice) {
  const auto us = reinterpret_cast<cl_context_properties>(platform());
  const auto errorOf = [&](const std::vector<cl_context_properties>& list) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateContextFromType(list.data(), CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code),
              nullptr);
    return code;
  };
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_PROPERTY/value-invalid",
                   errorOf({CL_CONTEXT_PLATFORM, us, CL_CONTEXT_INTEROP_USER_SYNC, 2, 0}));
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_PROPERTY/name-twice",
                   errorOf({CL_CONTEXT_PLATFORM, us, CL_CONTEXT_PLATFORM, us, 0}));
}

TEST_F(clCreateContextFromTypeTest, KeepsInteropUserSyncAsGiven) {
  const std::vector<cl_context_properties> list = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()),
      CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  Context with(clCreateContextFromType(list.data(), CL_DEVICE_TYPE_CPU, nullptr, nullptr, nullptr));
  EXPECT_EQ(arrayOf<cl_context_properties>(clGetContextInfo, with, CL_CONTEXT_PROPERTIES), list);
}

TEST_F(clCreateContextFromTypeTest, InvalidPlatform) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM,
                                        reinterpret_cast<cl_context_properties>(device()), 0};
  EXPECT_EQ(clCreateContextFromType(list, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_PLATFORM/platform-invalid", code);
}

TEST_F(clCreateContextFromTypeTest, InvalidValueForUserDataWithoutNotify) {
  EXPECT_CONDITION("clCreateContextFromType/CL_INVALID_VALUE/user_data-alone",
                   error(CL_DEVICE_TYPE_CPU, this));
}
