// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of generate.py give the results of the same text compiled as C: from source, in both
// languages and at both optimization levels, and as the modules that clang and llvm-spirv make of
// it at each of Clang's levels.
#include "tests/frontend/reference_fixture.h"

namespace lanewise::test {
namespace {

struct RandomProgramsTest : ReferenceTest {
  void compareAll(cl_program program) {
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEED_COUNT; ++seed) {
      const std::string name = "k" + std::to_string(seed);
      EXPECT_EQ(actual(program, name), reference_.run(name, input_)) << name;
    }
  }

  Reference reference_{REFERENCE};
};

struct RandomSourceTest : RandomProgramsTest, testing::WithParamInterface<const char*> {};
TEST_P(RandomSourceTest, AgreesWithC) {
  compareAll(built(contentOf(WORDS_OF_OPENCL) + contentOf(KERNELS), GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Options, RandomSourceTest,
                         testing::Values("-w", "-w -cl-opt-disable", "-w -cl-std=CL3.0 -g",
                                         "-w -cl-std=CLC++2021",
                                         "-w -cl-std=CL2.0 -g -cl-opt-disable"));

struct RandomModuleTest : RandomProgramsTest, testing::WithParamInterface<const char*> {};
TEST_P(RandomModuleTest, AgreesWithC) {
  const std::string module = contentOf(std::string(MODULES) + "/" + GetParam() + ".spv");
  for (const char* options : {"", "-cl-opt-disable"}) {
    cl_int error = 1;
    Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &error));
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(build(program, options), CL_SUCCESS) << log(program);
    compareAll(program);
  }
}
INSTANTIATE_TEST_SUITE_P(Levels, RandomModuleTest,
                         testing::Values("O0", "O1", "O2", "O3", "Os", "Oz"));

}  // namespace
}  // namespace lanewise::test
