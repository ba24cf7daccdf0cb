// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline assembly in modules that are linked and stored. idioms/assembly.cl has its forms.
#include "tests/frontend/source_fixture.h"

#include <string>
#include <vector>

namespace lanewise::test {
namespace {

struct InlineAssemblyTest : SourceProgramTest {};

TEST_F(InlineAssemblyTest, IsLinkedAndStoredInBinaries) {
  const char* const texts[] = {
      "int add(int x) { __asm__(\"add %1, %0\" : \"+r\"(x) : \"i\"(3) : \"cc\"); return x; }",
      "int add(int x); kernel void k(global int* o) { long y = add(o[0]);\n"
      "__asm__(\"add %1, %0\" : \"+r\"(y) : \"i\"(3) : \"cc\"); o[0] = (int)y; }"};
  Program compiled[] = {make(texts[0]), make(texts[1])};
  cl_program inputs[] = {compiled[0], compiled[1]};
  for (cl_program input : inputs)
    EXPECT_EQ(clCompileProgram(input, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << log(input);
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS) << log(linked);
  const int sum = run(linked);
  std::vector<unsigned char> bytes(
      infoOf<size_t>(clGetProgramInfo, linked, CL_PROGRAM_BINARY_SIZES));
  unsigned char* start = bytes.data();
  EXPECT_EQ(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof start, &start, nullptr),
            CL_SUCCESS);
  const size_t size = bytes.size();
  const unsigned char* given = start;
  const cl_device_id used = device();
  Program stored(clCreateProgramWithBinary(context(), 1, &used, &size, &given, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(build(stored), CL_SUCCESS) << log(stored);
  EXPECT_EQ(run(stored), sum);
  EXPECT_EQ(sum, run(built("kernel void k(global int* o) { o[0] += 6; }")));
}

// A compiler process that had built one crashed in the next.
TEST_F(InlineAssemblyTest, NumericLabelsOfSeveralBuildsAreApart) {
  for (int round = 1; round <= 6; ++round) {
    const std::string text =
        "kernel void k(global int* o) { __asm__ volatile(\"1: nop\"); o[0] = " +
        std::to_string(round) + "; }";
    EXPECT_EQ(run(built(text.c_str())), round);
  }
}

}  // namespace
}  // namespace lanewise::test
