// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clUnloadCompilerTest : ProgramTest {};

TEST_F(clUnloadCompilerTest, TheNextBuildWorks) {
  EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
  OwnedProgram own = makeProgram("ok", "after unloading by the old call");
  EXPECT_EQ(build(own), CL_SUCCESS);
}
