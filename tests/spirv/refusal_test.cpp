// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One test for each reason to refuse a module: the message names the place and the reason.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

using ::testing::Test;

TEST(Refusal, ExecutionModelOtherThanKernel) {
  EXPECT_EQ(refusalOf("OpCapability Shader\n"
                      "OpMemoryModel Logical GLSL450\n"),
            "word 5: OpCapability: the capability Shader (1) is not supported by this device");
}

}  // namespace
}  // namespace lanewise::test
