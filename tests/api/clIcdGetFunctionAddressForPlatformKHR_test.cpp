// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every name of api.def, looked up like a loader of cl_khr_icd 2.0.
#include "tests/api/library.h"

using namespace lanewise::test;

namespace {
void* find(cl_platform_id platform, const char* name) {
  return exported<decltype(clIcdGetFunctionAddressForPlatformKHR)>(
      "clIcdGetFunctionAddressForPlatformKHR")(platform, name);
}
}  // namespace

TEST(clIcdGetFunctionAddressForPlatformKHRTest, hasEveryFunctionBuiltOrNot) {
#define API(name, since, file, state) EXPECT_NE(find(directPlatform(), #name), nullptr) << #name;
#include "icd/api.def"
}

TEST(clIcdGetFunctionAddressForPlatformKHRTest, unbuiltFunctionsSayInvalidOperation) {
  // Sharing with OpenGL is not built and not listed as an extension.
  using Create = cl_mem(cl_context, cl_mem_flags, cl_uint, cl_int*);
  auto* create = reinterpret_cast<Create*>(find(directPlatform(), "clCreateFromGLBuffer"));
  ASSERT_NE(create, nullptr);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(create(nullptr, 0, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(create(nullptr, 0, 0, nullptr), nullptr);
  using Enqueue =
      cl_int(cl_command_queue, cl_uint, const cl_mem*, cl_uint, const cl_event*, cl_event*);
  auto* enqueue = reinterpret_cast<Enqueue*>(find(directPlatform(), "clEnqueueAcquireGLObjects"));
  ASSERT_NE(enqueue, nullptr);
  EXPECT_EQ(enqueue(nullptr, 0, nullptr, 0, nullptr, nullptr), CL_INVALID_OPERATION);
}

TEST(clIcdGetFunctionAddressForPlatformKHRTest, nullForUnknownNames) {
  EXPECT_EQ(find(directPlatform(), "clNoSuchFunction"), nullptr);
  EXPECT_EQ(find(directPlatform(), nullptr), nullptr);
}

TEST(clIcdGetFunctionAddressForPlatformKHRTest, nullForNoPlatform) {
  EXPECT_EQ(find(nullptr, "clGetPlatformInfo"), nullptr);
}
