// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels k(global uint* out, global const uint* in) whose reference is the same text in a shared
// library that Clang built for the host: for random_programs/ and random_sources/.
#pragma once

#include "tests/frontend/source_fixture.h"

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <random>

namespace lanewise::test {

inline std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A library with the kernels as functions, and `workItem`, which get_global_id(0) returns.
class Reference {
 public:
  static constexpr size_t kWords = 16, kItems = 64;
  using Words = std::vector<cl_uint>;

  explicit Reference(const std::string& path)
      : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_TRUE(library_) << dlerror();
  }
  ~Reference() {
    if (library_) dlclose(library_);
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  /// What the kernel writes for each work-item.
  Words run(const std::string& kernel, const Words& input) const {
    using Function = void(cl_uint*, const cl_uint*);
    auto* function =
        reinterpret_cast<Function*>(library_ ? dlsym(library_, kernel.c_str()) : nullptr);
    auto* workItem = static_cast<unsigned long*>(library_ ? dlsym(library_, "workItem") : nullptr);
    Words result(kItems);
    if (!function || !workItem) {
      ADD_FAILURE() << "no reference of " << kernel;
      return result;
    }
    for (*workItem = 0; *workItem < kItems; ++*workItem) function(result.data(), input.data());
    return result;
  }

 private:
  void* library_;
};

struct ReferenceTest : SourceProgramTest {
  using Words = Reference::Words;

  void SetUp() override {
    SourceProgramTest::SetUp();
    std::mt19937 generator(1);
    for (cl_uint& word : input_) word = cl_uint(generator()) >> generator() % 32;
  }

  Words actual(cl_program program, const std::string& name) {
    Kernel kernel = kernelOf(program, name.c_str());
    Words result(Reference::kItems);
    Buffer in = makeBuffer(sizeof(cl_uint) * input_.size(), CL_MEM_COPY_HOST_PTR, input_.data());
    Buffer out = makeBuffer(sizeof(cl_uint) * result.size(), CL_MEM_COPY_HOST_PTR, result.data());
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), in.array()), CL_SUCCESS);
    const size_t items = result.size();
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, sizeof(cl_uint) * result.size(),
                                  result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }

  Words input_ = Words(Reference::kWords);
};

}  // namespace lanewise::test
