// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clSharedMemAllocINTELTest : UsmTest {
  auto call() {
    return [this](cl_context context, const cl_mem_properties_intel* properties, size_t sizeBytes,
                  cl_uint alignment, cl_int* code) {
      return LW_EXTENSION(clSharedMemAllocINTEL)(context, device(), properties, sizeBytes,
                                                 alignment, code);
    };
  }
};

TEST_F(clSharedMemAllocINTELTest, isMemoryOfItsType) {
  expectMemory(call(), CL_MEM_TYPE_SHARED_INTEL, device());
}
TEST_F(clSharedMemAllocINTELTest, invalidContext) { expectInvalidContext(call()); }
TEST_F(clSharedMemAllocINTELTest, invalidValueForTheAlignment) {
  expectInvalidValueForTheAlignment(call());
}
TEST_F(clSharedMemAllocINTELTest, invalidProperty) { expectInvalidProperty(call()); }
TEST_F(clSharedMemAllocINTELTest, invalidBufferSize) { expectInvalidBufferSize(call()); }

TEST_F(clSharedMemAllocINTELTest, needsNoDevice) {
  cl_int code = 77;
  void* const memory =
      LW_EXTENSION(clSharedMemAllocINTEL)(context(), nullptr, nullptr, 64, 0, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(usmInfo<cl_device_id>(memory, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
  EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
}

TEST_F(clSharedMemAllocINTELTest, takesAHintOfPlacement) {
  for (cl_mem_alloc_flags_intel flag :
       {CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL})
    EXPECT_EQ(code(call(), {CL_MEM_ALLOC_FLAGS_INTEL, flag, 0}, 64, 0), CL_SUCCESS);
}

TEST_F(clSharedMemAllocINTELTest, invalidDevice) {
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(LW_EXTENSION(clSharedMemAllocINTEL)(context(), ofOtherType<cl_device_id>(), nullptr, 64,
                                                0, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
}
