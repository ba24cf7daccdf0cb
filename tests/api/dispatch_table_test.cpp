// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dispatch table of every object: no slot is null, each has the function of its name.
#include "tests/api/library.h"

#include <CL/cl_icd.h>

#include <cstring>

using namespace lanewise::test;

namespace {

const cl_icd_dispatch& table() {
  return **reinterpret_cast<const cl_icd_dispatch* const*>(directPlatform());
}
void* functionNamed(const char* name) {
  return exported<decltype(clIcdGetFunctionAddressForPlatformKHR)>(
      "clIcdGetFunctionAddressForPlatformKHR")(directPlatform(), name);
}

}  // namespace

TEST(dispatchTableTest, hasNoNullSlot) {
  void* slots[sizeof(cl_icd_dispatch) / sizeof(void*)];
  std::memcpy(slots, &table(), sizeof slots);
  for (size_t index = 0; index < std::size(slots); ++index)
    EXPECT_NE(slots[index], nullptr) << "slot " << index;
}

TEST(dispatchTableTest, saysThatTheLoaderKeepsTheTableToLoadersThatCan) {
  if (reinterpret_cast<intptr_t>(table().clGetPlatformIDs) != CL_ICD2_TAG_KHR) {
    // ocl-icd: see icd/platform/loader.cpp. Both slots have the tag, or neither.
    char vendor[64] = "";
    using Info = cl_int(int, size_t, void*, size_t*);
    auto* info = reinterpret_cast<Info*>(clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD"));
    ASSERT_NE(info, nullptr);
    EXPECT_EQ(info(4, sizeof vendor, vendor, nullptr), CL_SUCCESS);
    EXPECT_STREQ(vendor, "OCL Icd free software");
    EXPECT_EQ(reinterpret_cast<void*>(table().clGetPlatformIDs), functionNamed("clGetPlatformIDs"));
    EXPECT_EQ(reinterpret_cast<void*>(table().clUnloadCompiler), functionNamed("clUnloadCompiler"));
    return;
  }
  EXPECT_EQ(reinterpret_cast<intptr_t>(table().clGetPlatformIDs), CL_ICD2_TAG_KHR);
  EXPECT_EQ(reinterpret_cast<intptr_t>(table().clUnloadCompiler), CL_ICD2_TAG_KHR);
}

TEST(dispatchTableTest, slotsAreTheFunctionsOfTheirNames) {
#define API_SLOT(name, since, file, state)                                              \
  if (std::strcmp(#name, "clGetPlatformIDs") && std::strcmp(#name, "clUnloadCompiler")) \
    EXPECT_EQ(reinterpret_cast<void*>(table().name), functionNamed(#name)) << #name;
#include "icd/api.def"
}

TEST(dispatchTableTest, theSlotOfVersion31FollowsThoseOf30WhateverTheHeaders) {
  auto* const last = reinterpret_cast<void* const*>(&table().clSetContextDestructorCallback);
  EXPECT_EQ(last[1], functionNamed("clGetKernelSuggestedLocalWorkSize"));
}

TEST(dispatchTableTest, slotsOfOtherSystemsSayInvalidOperation) {
  using Create = cl_mem(cl_context, cl_mem_flags, void*, cl_int*);
  cl_int error = CL_SUCCESS;
  auto* create = reinterpret_cast<Create*>(table().clCreateFromD3D10BufferKHR);
  EXPECT_EQ(create(nullptr, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}
