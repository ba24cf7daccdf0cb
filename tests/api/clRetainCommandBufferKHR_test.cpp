// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clRetainCommandBufferKHRTest : CommandBufferTest {
  cl_int call(cl_command_buffer_khr buffer) {
    return extensionFunction<decltype(clRetainCommandBufferKHR)>("clRetainCommandBufferKHR")(
        buffer);
  }
};

TEST_F(clRetainCommandBufferKHRTest, countsUp) {
  CommandBuffer buffer = make();
  ASSERT_EQ(call(buffer), CL_SUCCESS);
  const auto info =
      extensionFunction<decltype(clGetCommandBufferInfoKHR)>("clGetCommandBufferInfoKHR");
  EXPECT_EQ(
      infoOf<cl_uint>(info, cl_command_buffer_khr(buffer), CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR),
      2u);
  EXPECT_EQ(releaseCommandBuffer(buffer), CL_SUCCESS);
}

TEST_F(clRetainCommandBufferKHRTest, invalidCommandBuffer) {
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    EXPECT_CONDITION(
        "clRetainCommandBufferKHR/CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
        call(wrong));
}
