// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clDeviceMemAllocINTELTest : UsmTest {
  auto call() {
    return [this](cl_context context, const cl_mem_properties_intel* properties, size_t sizeBytes,
                  cl_uint alignment, cl_int* code) {
      return LW_EXTENSION(clDeviceMemAllocINTEL)(context, device(), properties, sizeBytes,
                                                 alignment, code);
    };
  }
};

TEST_F(clDeviceMemAllocINTELTest, isMemoryOfItsType) {
  expectMemory(call(), CL_MEM_TYPE_DEVICE_INTEL, device());
}
TEST_F(clDeviceMemAllocINTELTest, invalidContext) { expectInvalidContext(call()); }
TEST_F(clDeviceMemAllocINTELTest, invalidValueForTheAlignment) {
  expectInvalidValueForTheAlignment(call());
}
TEST_F(clDeviceMemAllocINTELTest, invalidProperty) { expectInvalidProperty(call()); }
TEST_F(clDeviceMemAllocINTELTest, invalidBufferSize) { expectInvalidBufferSize(call()); }
TEST_F(clDeviceMemAllocINTELTest, invalidPropertyForPlacement) {
  expectInvalidPropertyForPlacement(call());
}

TEST_F(clDeviceMemAllocINTELTest, invalidDevice) {
  for (cl_device_id wrong : {cl_device_id{}, ofOtherType<cl_device_id>()}) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(LW_EXTENSION(clDeviceMemAllocINTEL)(context(), wrong, nullptr, 64, 0, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
  }
}
