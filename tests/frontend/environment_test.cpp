// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects of environment variables on builds from source. Variables are read once, so this is a
// program of its own that sets all of them: sources that crash or hang the front end fail the build,
// and LANEWISE_LOG reports builds.
#include "tests/frontend/source_fixture.h"

#include <cstdlib>

namespace lanewise::test {
namespace {

const bool environmentIsSet = setenv("LANEWISE_COMPILER_SECONDS", "5", 1) == 0 &&
                              setenv("LANEWISE_LOG", "build,api", 1) == 0 &&
                              setenv("LANEWISE_CACHE", "off", 1) == 0;

using EnvironmentTest = SourceProgramTest;

std::string writes(int value) {
  return "kernel void k(global int* out) { *out = " + std::to_string(value) + "; }";
}

// Clang 19 dereferences a null pointer if the only element of a vector literal has no value.
TEST_F(EnvironmentTest, aCrashOfClangIsAFailedBuildAndTheNextOneWorks) {
  ASSERT_TRUE(environmentIsSet);
  Program program =
      make("kernel void k(global float4* p) { *p = (float4)(barrier(CLK_LOCAL_MEM_FENCE)); }");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("crashed"), std::string::npos) << log(program);
  EXPECT_NE(log(program).find("compiling the source"), std::string::npos) << log(program);
  EXPECT_EQ(run(built(writes(3))), 3);
}

TEST_F(EnvironmentTest, sourceThatTakesForEverIsAFailedBuildAndTheNextOneWorks) {
  std::string text = "#define A0 1+1+1+1+1+1+1+1+\n";
  for (char digit = '0'; digit < '9'; ++digit) {
    text += std::string("#define A") + char(digit + 1);
    for (int i = 0; i < 8; ++i) text += std::string(" A") + digit;
    text += '\n';
  }
  Program program = make(text + "#if A9 A9 A9 A9 A9 A9 A9 A9 0\n#endif\n" + writes(4));
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("5 seconds"), std::string::npos) << log(program);
  EXPECT_EQ(run(built(writes(5))), 5);
}

TEST_F(EnvironmentTest, theApiLogHasFailedLinksAndFunctionsThatAreNotImplemented) {
  Program object = make("void missing(global int*); kernel void k(global int* p) { missing(p); }");
  ASSERT_EQ(clCompileProgram(object, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_SUCCESS)
      << log(object);
  testing::internal::CaptureStderr();
  cl_program input = object;
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  clCreatePipe(context(), 0, 4, 4, nullptr, &error);
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_NE(written.find("lanewise api: clLinkProgram: -17"), std::string::npos) << written;
  EXPECT_EQ(written.find("clLinkProgram: 0"), std::string::npos) << written;
  EXPECT_NE(written.find("lanewise api: clCreatePipe: " + std::to_string(error)), std::string::npos)
      << written;
}

TEST_F(EnvironmentTest, theLogGroupTellsOfBuildsThatSucceedAndOfThoseThatFail) {
  Program good = make("kernel void first(global int* p) {} kernel void second(global int* p) {}");
  Program bad = make("kernel void k(global int* p) { *p = nothing; }");
  testing::internal::CaptureStderr();
  build(good, "-cl-std=CL3.0");
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("lanewise build: options '-cl-std=CL3.0'"), std::string::npos) << told;
  EXPECT_NE(told.find(" ms, kernels: first second"), std::string::npos) << told;
  testing::internal::CaptureStderr();
  build(bad);
  const std::string failed = testing::internal::GetCapturedStderr();
  EXPECT_NE(failed.find("'nothing'"), std::string::npos) << failed;
}

}  // namespace
}  // namespace lanewise::test
