// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clUnloadPlatformCompilerTest : ProgramTest {};

TEST_F(clUnloadPlatformCompilerTest, TheNextBuildWorks) {
  ASSERT_NE(program(), nullptr);
  EXPECT_EQ(clUnloadPlatformCompiler(platform()), CL_SUCCESS);
  OwnedProgram own = makeProgram("ok", "after unloading");
  EXPECT_EQ(build(own), CL_SUCCESS);
  EXPECT_TRUE(contains(log(own), "served 1 ")) << log(own);
}

TEST_F(clUnloadPlatformCompilerTest, InvalidPlatform) {
  EXPECT_CONDITION("clUnloadPlatformCompiler/CL_INVALID_PLATFORM/platform-invalid",
                   clUnloadPlatformCompiler(ofOtherType<cl_platform_id>()));
}
