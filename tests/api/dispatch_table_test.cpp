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
  return exported<void*(const char*)>("clGetExtensionFunctionAddress")(name);
}

}  // namespace

TEST(dispatchTableTest, HasNoNullSlot) {
  void* slots[sizeof(cl_icd_dispatch) / sizeof(void*)];
  std::memcpy(slots, &table(), sizeof slots);
  for (size_t index = 0; index < std::size(slots); ++index)
    EXPECT_NE(slots[index], nullptr) << "slot " << index;
}

// With the tag of cl_khr_icd 2.0 a loader would use its own table, which it finds through a word of
// the object. A process with two loaders has two tables.
TEST(dispatchTableTest, HandlesBelongToNoLoader) {
  EXPECT_EQ(reinterpret_cast<void*>(table().clGetPlatformIDs), functionNamed("clGetPlatformIDs"));
  EXPECT_EQ(reinterpret_cast<void*>(table().clUnloadCompiler), functionNamed("clUnloadCompiler"));
}

TEST(dispatchTableTest, SlotsAreTheFunctionsOfTheirNames) {
#define API_SLOT(name, since, file, state)     \
  if (std::strcmp(#state, "Implemented") == 0) \
    EXPECT_EQ(reinterpret_cast<void*>(table().name), functionNamed(#name)) << #name;
#include "icd/api.def"
}

TEST(dispatchTableTest, TheSlotOfVersion31FollowsThoseOf30WhateverTheHeaders) {
  auto* const last = reinterpret_cast<void* const*>(&table().clSetContextDestructorCallback);
  EXPECT_EQ(last[1], functionNamed("clGetKernelSuggestedLocalWorkSize"));
}

// Sharing with OpenGL is not built and not listed as an extension.
TEST(dispatchTableTest, UnbuiltFunctionsSayInvalidOperation) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(table().clCreateFromGLBuffer(nullptr, 0, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(table().clCreateFromGLBuffer(nullptr, 0, 0, nullptr), nullptr);
  EXPECT_EQ(table().clEnqueueAcquireGLObjects(nullptr, 0, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST(dispatchTableTest, SlotsOfOtherSystemsSayInvalidOperation) {
  using Create = cl_mem(cl_context, cl_mem_flags, void*, cl_int*);
  cl_int error = CL_SUCCESS;
  auto* create = reinterpret_cast<Create*>(table().clCreateFromD3D10BufferKHR);
  EXPECT_EQ(create(nullptr, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}
