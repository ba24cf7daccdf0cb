// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"

using namespace lanewise::test;

struct clReleaseCommandBufferKHRTest : CommandBufferTest {};

TEST_F(clReleaseCommandBufferKHRTest, WhatWasEnqueuedRunsToItsEnd) {
  Buffer memory = makeBuffer(64);
  CommandBuffer buffer = make();
  ASSERT_EQ(fillBuffer({.buffer = buffer}, memory, 3, 0, 64), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(ints(memory)[15], 3);
}

TEST_F(clReleaseCommandBufferKHRTest, ItsHandlesGoWithIt) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  Buffer memory = makeBuffer(64);
  OwnedKernel filled = fill(memory, 1);
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(launch({.buffer = buffer, .handle = &handle}, filled, 16, nullptr), CL_SUCCESS);
  buffer.reset();
  cl_command_type type = 0;
  EXPECT_EQ(LW_EXTENSION(clGetMutableCommandInfoKHR)(handle, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR,
                                                     sizeof type, &type, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
}
