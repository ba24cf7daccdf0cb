// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/pointer_argument_fixture.h"

using namespace lanewise::test;

struct clSetKernelArgSVMPointerTest : PointerArgumentTest {
  static auto call() {
    return [](cl_kernel kernel, cl_uint index, void* pointer) {
      return clSetKernelArgSVMPointer(kernel, index, pointer);
    };
  }
};

TEST_F(clSetKernelArgSVMPointerTest, TheKernelUsesIt) {
  auto* const memory = static_cast<cl_int*>(clSVMAlloc(context(), 0, 64, 0));
  std::memset(memory, 0, 64);
  expectTheKernelUsesIt(call(), memory);
  clSVMFree(context(), memory);
}

TEST_F(clSetKernelArgSVMPointerTest, TheKernelUsesMemoryOfTheProcess) {
  std::vector<cl_int> memory(16);
  expectTheKernelUsesIt(call(), memory.data());
}

TEST_F(clSetKernelArgSVMPointerTest, TakesEveryPointer) { expectEveryPointerIsValid(call()); }
TEST_F(clSetKernelArgSVMPointerTest, ReplacesABuffer) { expectItReplacesABuffer(call()); }
TEST_F(clSetKernelArgSVMPointerTest, InvalidKernel) { expectInvalidKernel(call()); }
TEST_F(clSetKernelArgSVMPointerTest, InvalidArgIndex) { expectInvalidArgIndex(call()); }
TEST_F(clSetKernelArgSVMPointerTest, TakesConstantMemory) {
  EXPECT_EQ(call()(kernel(), kTable, nullptr), CL_SUCCESS);
}
