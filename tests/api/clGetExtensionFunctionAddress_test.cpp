// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/library.h"

using namespace lanewise::test;

namespace {
void* find(const char* name) {
  return exported<void*(const char*)>("clGetExtensionFunctionAddress")(name);
}
}  // namespace

TEST(clGetExtensionFunctionAddressTest, FindsWhatALoaderNeeds) {
  for (const char* name : {"clIcdGetPlatformIDsKHR", "clGetPlatformInfo"})
    EXPECT_NE(find(name), nullptr) << name;
}

TEST(clGetExtensionFunctionAddressTest, NullForUnknownNames) {
  EXPECT_EQ(find("clNoSuchFunctionKHR"), nullptr);
  EXPECT_EQ(find(""), nullptr);
  EXPECT_EQ(find(nullptr), nullptr);
}

TEST(clGetExtensionFunctionAddressTest, NullForUnbuiltExtensions) {
  EXPECT_EQ(find("clCreateEventFromGLsyncKHR"), nullptr);
}
