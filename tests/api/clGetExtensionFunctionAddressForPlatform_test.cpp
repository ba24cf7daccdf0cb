// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetExtensionFunctionAddressForPlatformTest : ApiTest {};

TEST_F(clGetExtensionFunctionAddressForPlatformTest, NullForAnUnknownName) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), "clNoSuchFunctionKHR"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), ""), nullptr);
}

TEST_F(clGetExtensionFunctionAddressForPlatformTest, NullForAnExtensionThatIsNotBuilt) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), "clCreateFromGLTexture"), nullptr);
}

TEST_F(clGetExtensionFunctionAddressForPlatformTest, NullForAHandleOfAnotherType) {
  EXPECT_EQ(
      clGetExtensionFunctionAddressForPlatform(ofOtherType<cl_platform_id>(), "clGetPlatformInfo"),
      nullptr);
}
