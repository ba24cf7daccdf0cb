// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateContextTest : ApiTest {
  using Properties = std::vector<cl_context_properties>;

  cl_int error(const Properties& properties) {
    cl_int code = 12345;
    const cl_device_id only = device();
    Context made(clCreateContext(properties.empty() ? nullptr : properties.data(), 1, &only,
                                 nullptr, nullptr, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
  cl_context_properties us() { return reinterpret_cast<cl_context_properties>(platform()); }
  static void CL_CALLBACK ignore(const char*, const void*, size_t, void*) {}
  static void CL_CALLBACK printed(const char*, size_t, size_t, void*) {}
};

TEST_F(clCreateContextTest, TakesItsProperties) {
  EXPECT_EQ(error({}), CL_SUCCESS);
  EXPECT_EQ(error({0}), CL_SUCCESS);
  EXPECT_EQ(error({CL_CONTEXT_PLATFORM, us(), 0}), CL_SUCCESS);
  EXPECT_EQ(error({CL_CONTEXT_PLATFORM, us(), CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0}),
            CL_SUCCESS);
  const auto print = reinterpret_cast<cl_context_properties>(printed);
  EXPECT_EQ(error({CL_PRINTF_CALLBACK_ARM, print, CL_PRINTF_BUFFERSIZE_ARM, 4096, 0}), CL_SUCCESS);
  EXPECT_EQ(error({CL_PRINTF_BUFFERSIZE_ARM, 0, 0}), CL_SUCCESS);
  for (cl_context_properties memory = 0; memory < 4; ++memory)
    EXPECT_EQ(error({CL_CONTEXT_MEMORY_INITIALIZE_KHR, memory, 0}), CL_SUCCESS);
}

TEST_F(clCreateContextTest, ErrcodeRetMayBeNull) {
  const cl_device_id only = device();
  EXPECT_NE(Context(clCreateContext(nullptr, 1, &only, ignore, this, nullptr)), nullptr);
  EXPECT_EQ(clCreateContext(nullptr, 1, &only, nullptr, this, nullptr), nullptr);
}

TEST_F(clCreateContextTest, TheSameDeviceTwiceCountsOnce) {
  const cl_device_id twice[] = {device(), device()};
  Context made(clCreateContext(nullptr, 2, twice, nullptr, nullptr, nullptr));
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(infoOf<cl_uint>(clGetContextInfo, made, CL_CONTEXT_NUM_DEVICES), 1u);
}

TEST_F(clCreateContextTest, InvalidPlatform) {
  const auto notUs = reinterpret_cast<cl_context_properties>(device());
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PLATFORM/platform-invalid",
                   error({CL_CONTEXT_PLATFORM, notUs, 0}));
}

TEST_F(clCreateContextTest, InvalidPropertyForAnUnknownName) {
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PROPERTY/name-unknown",
                   error({CL_CONTEXT_PLATFORM, us(), 0x7777, 1, 0}));
}

TEST_F(clCreateContextTest, InvalidPropertyForANameGivenTwice) {
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PROPERTY/name-twice",
                   error({CL_CONTEXT_PLATFORM, us(), CL_CONTEXT_PLATFORM, us(), 0}));
}

TEST_F(clCreateContextTest, InvalidPropertyForAnInvalidValue) {
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PROPERTY/value-invalid",
                   error({CL_CONTEXT_INTEROP_USER_SYNC, 2, 0}));
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PROPERTY/value-invalid",
                   error({CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0}));
  EXPECT_CONDITION("clCreateContext/CL_INVALID_PROPERTY/value-invalid",
                   error({CL_PRINTF_CALLBACK_ARM, 0, 0}));
}

TEST_F(clCreateContextTest, InvalidValueForNoDevices) {
  cl_int code = CL_SUCCESS;
  const cl_device_id only = device();
  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, us(), 0};
  EXPECT_EQ(clCreateContext(list, 0, &only, nullptr, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateContext/CL_INVALID_VALUE/num_devices-zero", code);
  EXPECT_EQ(clCreateContext(list, 1, nullptr, nullptr, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateContext/CL_INVALID_VALUE/devices-null", code);
}

TEST_F(clCreateContextTest, InvalidValueForUserDataWithoutNotify) {
  cl_int code = CL_SUCCESS;
  const cl_device_id only = device();
  EXPECT_EQ(clCreateContext(nullptr, 1, &only, nullptr, this, &code), nullptr);
  EXPECT_CONDITION("clCreateContext/CL_INVALID_VALUE/user_data-alone", code);
}

TEST_F(clCreateContextTest, UserDataMayBeForTheFunctionThatReceivesPrintf) {
  cl_int code = 1;
  const cl_device_id only = device();
  const cl_context_properties list[] = {CL_PRINTF_CALLBACK_ARM,
                                        reinterpret_cast<cl_context_properties>(printed), 0};
  EXPECT_NE(Context(clCreateContext(list, 1, &only, nullptr, this, &code)), nullptr);
  EXPECT_EQ(code, CL_SUCCESS);
}

TEST_F(clCreateContextTest, InvalidDevice) {
  cl_int code = CL_SUCCESS;
  const cl_device_id wrong[] = {device(), ofOtherType<cl_device_id>()};
  EXPECT_EQ(clCreateContext(nullptr, 2, wrong, nullptr, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateContext/CL_INVALID_DEVICE/device-invalid", code);
}
