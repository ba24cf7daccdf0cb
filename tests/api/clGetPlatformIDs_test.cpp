// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

TEST(clGetPlatformIDsTest, findsUsByName) { EXPECT_NE(lanewisePlatform(), nullptr); }

TEST(clGetPlatformIDsTest, givesTheSameHandleEveryTime) {
  EXPECT_EQ(lanewisePlatform(), lanewisePlatform());
}

TEST(clGetPlatformIDsTest, invalidValueForNoEntries) {
  cl_platform_id platform = nullptr;
  EXPECT_EQ(clGetPlatformIDs(0, &platform, nullptr), CL_INVALID_VALUE);
}

TEST(clGetPlatformIDsTest, invalidValueForNoResult) {
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, nullptr), CL_INVALID_VALUE);
}
