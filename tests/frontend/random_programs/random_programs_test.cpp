// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of generate.py give the results of the same text compiled as C: from source, in both
// languages and at both optimization levels, and as the modules that clang and llvm-spirv make of
// it at each of Clang's levels.
#include "tests/frontend/source_fixture.h"

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <random>

namespace lanewise::test {
namespace {

constexpr size_t kWords = 16, kItems = 64;

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

struct RandomProgramsTest : SourceProgramTest {
  using Words = std::vector<cl_uint>;

  void SetUp() override {
    SourceProgramTest::SetUp();
    std::mt19937 generator(1);
    for (cl_uint& word : input_) word = cl_uint(generator()) >> generator() % 32;
    reference_ = dlopen(REFERENCE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(reference_) << dlerror();
  }
  void TearDown() override {
    if (reference_) dlclose(reference_);
    SourceProgramTest::TearDown();
  }

  Words expected(const std::string& kernel) {
    using Function = void(cl_uint*, const cl_uint*);
    auto* function = reinterpret_cast<Function*>(dlsym(reference_, kernel.c_str()));
    auto* workItem = static_cast<unsigned long*>(dlsym(reference_, "workItem"));
    Words result(kItems);
    for (*workItem = 0; *workItem < kItems; ++*workItem) function(result.data(), input_.data());
    return result;
  }

  Words actual(cl_program program, const std::string& name) {
    Kernel kernel = kernelOf(program, name.c_str());
    Words result(kItems);
    Buffer in = makeBuffer(sizeof(cl_uint) * kWords, CL_MEM_COPY_HOST_PTR, input_.data());
    Buffer out = makeBuffer(sizeof(cl_uint) * kItems, CL_MEM_COPY_HOST_PTR, result.data());
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), in.array()), CL_SUCCESS);
    const size_t items = kItems;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, sizeof(cl_uint) * kItems, result.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }

  void compareAll(cl_program program) {
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEED_COUNT; ++seed) {
      const std::string name = "k" + std::to_string(seed);
      EXPECT_EQ(actual(program, name), expected(name)) << name;
    }
  }

  Words input_ = Words(kWords);
  void* reference_ = nullptr;
};

struct RandomSourceTest : RandomProgramsTest, testing::WithParamInterface<const char*> {};
TEST_P(RandomSourceTest, agreesWithC) {
  compareAll(built(contentOf(WORDS_OF_OPENCL) + contentOf(KERNELS), GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Options, RandomSourceTest,
                         testing::Values("-w", "-w -cl-opt-disable", "-w -cl-std=CL3.0 -g",
                                         "-w -cl-std=CLC++2021",
                                         "-w -cl-std=CL2.0 -g -cl-opt-disable"));

struct RandomModuleTest : RandomProgramsTest, testing::WithParamInterface<const char*> {};
TEST_P(RandomModuleTest, agreesWithC) {
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
