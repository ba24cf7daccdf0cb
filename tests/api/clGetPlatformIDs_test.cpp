// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

TEST(clGetPlatformIDsTest, FindsUsByName) { EXPECT_NE(lanewisePlatform(), nullptr); }

TEST(clGetPlatformIDsTest, GivesTheSameHandleEveryTime) {
  EXPECT_EQ(lanewisePlatform(), lanewisePlatform());
}

TEST(clGetPlatformIDsTest, InvalidValueForNoEntries) {
  cl_platform_id platform = nullptr;
  EXPECT_CONDITION("clGetPlatformIDs/CL_INVALID_VALUE/num_entries-zero",
                   clGetPlatformIDs(0, &platform, nullptr));
}

TEST(clGetPlatformIDsTest, InvalidValueForNoResult) {
  EXPECT_CONDITION("clGetPlatformIDs/CL_INVALID_VALUE/no-result",
                   clGetPlatformIDs(0, nullptr, nullptr));
}
