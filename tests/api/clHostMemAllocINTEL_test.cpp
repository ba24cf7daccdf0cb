// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clHostMemAllocINTELTest : UsmTest {
  auto call() {
    return [](cl_context context, const cl_mem_properties_intel* properties, size_t sizeBytes,
              cl_uint alignment, cl_int* code) {
      return LW_EXTENSION(clHostMemAllocINTEL)(context, properties, sizeBytes, alignment, code);
    };
  }
};

TEST_F(clHostMemAllocINTELTest, isMemoryOfItsType) {
  expectMemory(call(), CL_MEM_TYPE_HOST_INTEL, nullptr);
}
TEST_F(clHostMemAllocINTELTest, invalidContext) { expectInvalidContext(call()); }
TEST_F(clHostMemAllocINTELTest, invalidValueForTheAlignment) {
  expectInvalidValueForTheAlignment(call());
}
TEST_F(clHostMemAllocINTELTest, invalidProperty) { expectInvalidProperty(call()); }
TEST_F(clHostMemAllocINTELTest, invalidBufferSize) { expectInvalidBufferSize(call()); }
TEST_F(clHostMemAllocINTELTest, invalidPropertyForPlacement) {
  expectInvalidPropertyForPlacement(call());
}
