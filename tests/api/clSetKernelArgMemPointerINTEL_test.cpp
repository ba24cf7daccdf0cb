// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/pointer_argument_fixture.h"

using namespace lanewise::test;

struct clSetKernelArgMemPointerINTELTest : PointerArgumentTest {
  static auto call() {
    return [](cl_kernel kernel, cl_uint index, void* pointer) {
      return LW_EXTENSION(clSetKernelArgMemPointerINTEL)(kernel, index, pointer);
    };
  }
};

TEST_F(clSetKernelArgMemPointerINTELTest, TheKernelUsesIt) {
  auto* const memory = static_cast<cl_int*>(
      LW_EXTENSION(clDeviceMemAllocINTEL)(context(), device(), nullptr, 64, 0, nullptr));
  std::memset(memory, 0, 64);
  expectTheKernelUsesIt(call(), memory);
  EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
}

TEST_F(clSetKernelArgMemPointerINTELTest, TakesEveryPointer) { expectEveryPointerIsValid(call()); }
TEST_F(clSetKernelArgMemPointerINTELTest, ReplacesABuffer) { expectItReplacesABuffer(call()); }
TEST_F(clSetKernelArgMemPointerINTELTest, InvalidKernel) { expectInvalidKernel(call()); }
TEST_F(clSetKernelArgMemPointerINTELTest, InvalidArgIndex) { expectInvalidArgIndex(call()); }
TEST_F(clSetKernelArgMemPointerINTELTest, TakesConstantMemory) {
  EXPECT_EQ(call()(kernel(), kTable, nullptr), CL_SUCCESS);
}
