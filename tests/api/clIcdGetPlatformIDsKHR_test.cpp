// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/library.h"

using namespace lanewise::test;

namespace {
auto* get() { return exported<decltype(clIcdGetPlatformIDsKHR)>("clIcdGetPlatformIDsKHR"); }
}  // namespace

TEST(clIcdGetPlatformIDsKHRTest, GivesOnePlatform) {
  cl_uint count = 0;
  cl_platform_id platform = nullptr;
  EXPECT_EQ(get()(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(get()(1, &platform, nullptr), CL_SUCCESS);
  EXPECT_NE(platform, nullptr);
}

TEST(clIcdGetPlatformIDsKHRTest, InvalidValueForNoEntries) {
  cl_platform_id platform = nullptr;
  EXPECT_CONDITION("clIcdGetPlatformIDsKHR/CL_INVALID_VALUE/num_entries-zero",
                   get()(0, &platform, nullptr));
}

TEST(clIcdGetPlatformIDsKHRTest, InvalidValueForNoResult) {
  EXPECT_CONDITION("clIcdGetPlatformIDsKHR/CL_INVALID_VALUE/no-result", get()(0, nullptr, nullptr));
}
