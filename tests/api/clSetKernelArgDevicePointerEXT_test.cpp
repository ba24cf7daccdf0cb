// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/pointer_argument_fixture.h"

using namespace lanewise::test;

struct clSetKernelArgDevicePointerEXTTest : PointerArgumentTest {
  static auto call() {
    return [](cl_kernel kernel, cl_uint index, void* pointer) {
      return LW_EXTENSION(clSetKernelArgDevicePointerEXT)(
          kernel, index, reinterpret_cast<cl_mem_device_address_ext>(pointer));
    };
  }
};

TEST_F(clSetKernelArgDevicePointerEXTTest, TheKernelUsesIt) {
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  const Buffer buffer(clCreateBufferWithProperties(context(), properties, 0, 64, nullptr, nullptr));
  const auto address =
      infoOf<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT);
  auto* const memory = reinterpret_cast<cl_int*>(address);
  std::memset(memory, 0, 64);
  expectTheKernelUsesIt(call(), memory);
}

TEST_F(clSetKernelArgDevicePointerEXTTest, TakesEveryPointer) { expectEveryPointerIsValid(call()); }
TEST_F(clSetKernelArgDevicePointerEXTTest, ReplacesABuffer) { expectItReplacesABuffer(call()); }
TEST_F(clSetKernelArgDevicePointerEXTTest, InvalidKernel) { expectInvalidKernel(call()); }
TEST_F(clSetKernelArgDevicePointerEXTTest, InvalidArgIndex) { expectInvalidArgIndex(call()); }
TEST_F(clSetKernelArgDevicePointerEXTTest, InvalidArgIndexForConstantMemory) {
  EXPECT_CONDITION(
      "clSetKernelArgDevicePointerEXT/CL_INVALID_ARG_INDEX/"
      "arg_index-corresponds-not-pointer-global",
      call()(kernel(), kTable, nullptr));
}
