// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clGetMemAllocInfoINTELTest : UsmTest {};

TEST_F(clGetMemAllocInfoINTELTest, TellsAnAllocationFromAnyPointerInIt) {
  const cl_mem_properties_intel properties[] = {
      CL_MEM_ALLOC_FLAGS_INTEL,
      CL_MEM_ALLOC_WRITE_COMBINED_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  auto* const memory = static_cast<unsigned char*>(
      LW_EXTENSION(clSharedMemAllocINTEL)(context(), device(), properties, 100, 0, nullptr));
  for (const unsigned char* pointer : {memory, memory + 99}) {
    EXPECT_EQ(usmInfo<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL),
              cl_unified_shared_memory_type_intel(CL_MEM_TYPE_SHARED_INTEL));
    EXPECT_EQ(usmInfo<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), memory);
    EXPECT_EQ(usmInfo<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), 100u);
    EXPECT_EQ(usmInfo<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), device());
    EXPECT_EQ(usmInfo<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), properties[1]);
  }
  EXPECT_EQ(usmInfo<void*>(memory + 100, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
  EXPECT_EQ(LW_EXTENSION(clMemFreeINTEL)(context(), memory), CL_SUCCESS);
}

TEST_F(clGetMemAllocInfoINTELTest, KnowsNothingOfOtherMemory) {
  for (const void* pointer : {static_cast<const void*>(this), static_cast<const void*>(nullptr),
                              static_cast<const void*>(svm(64))}) {
    EXPECT_EQ(usmInfo<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL),
              cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(usmInfo<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(usmInfo<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(usmInfo<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(usmInfo<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
}
