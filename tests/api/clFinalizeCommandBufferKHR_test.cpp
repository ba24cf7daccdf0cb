// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clFinalizeCommandBufferKHRTest : CommandBufferTest {};

TEST_F(clFinalizeCommandBufferKHRTest, MakesItExecutable) {
  CommandBuffer buffer = make();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
}

TEST_F(clFinalizeCommandBufferKHRTest, InvalidCommandBuffer) {
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    EXPECT_CONDITION(
        "clFinalizeCommandBufferKHR/CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
        finalize(wrong));
}

TEST_F(clFinalizeCommandBufferKHRTest, InvalidOperationASecondTime) {
  CommandBuffer buffer = make();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clFinalizeCommandBufferKHR/CL_INVALID_OPERATION/command_buffer-not-recording-state",
      finalize(buffer));
}
