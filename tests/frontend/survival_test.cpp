// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changed programs, headers and options through the API: each build succeeds or fails with its
// error, and the next one works. fuzz/front_end_fuzz.cpp makes longer runs.
#include "tests/frontend/fuzz/case.h"
#include "tests/frontend/source_fixture.h"

namespace lanewise::test {
namespace {

struct SurvivalTest : SourceProgramTest {
  cl_int compile(const fuzz::Case& input) {
    Program program = make(input.source);
    std::vector<Program> headers;
    std::vector<cl_program> handles;
    std::vector<const char*> names;
    for (const auto& [name, text] : input.headers) {
      headers.push_back(make(text));
      handles.push_back(headers.back());
      names.push_back(name.c_str());
    }
    const cl_int error =
        clCompileProgram(program, 0, nullptr, fuzz::optionText(input.options).c_str(),
                         cl_uint(handles.size()), handles.empty() ? nullptr : handles.data(),
                         names.empty() ? nullptr : names.data(), nullptr, nullptr);
    if (error == CL_COMPILE_PROGRAM_FAILURE) {
      EXPECT_NE(log(program), "");
    }
    return error;
  }
};

TEST_F(SurvivalTest, DamagedProgramsEndInAnError) {
  const fuzz::CaseMaker maker(fuzz::readCorpus(FUZZ_CORPUS));
  size_t compiled = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    const cl_int error = compile(maker.make(seed));
    compiled += error == CL_SUCCESS;
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_COMPILE_PROGRAM_FAILURE ||
                error == CL_INVALID_COMPILER_OPTIONS)
        << error;
  }
  EXPECT_GT(compiled, 5u);
  EXPECT_EQ(run(built("kernel void k(global int* out) { *out = 3; }")), 3);
}

}  // namespace
}  // namespace lanewise::test
