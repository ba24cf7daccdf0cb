// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for programs and kernels. It uses the fake compiler of tests/runtime, which returns the
// kernels `fill(out, value)`, `count(out)` and `every(...)` for each build, or fails in the way
// that the module selects.
#pragma once

#include "tests/api/fixture.h"
#include "tests/runtime/fake/fake_module.h"

#include <future>

namespace lanewise::test {

using OwnedProgram = Owned<cl_program, clReleaseProgram>;
using OwnedKernel = Owned<cl_kernel, clReleaseKernel>;

/// Arguments of the kernel `every`.
enum EveryArgument : cl_uint { kOut, kTable, kScratch, kMore, kPair, kNameless, kPicture };

class ProgramTest : public ApiTest {
 protected:
  OwnedProgram makeProgram(const std::string& word = "ok", const std::string& more = "") {
    return makeProgramIn(context(), word, more);
  }
  OwnedProgram makeProgramIn(cl_context context, const std::string& word = "ok",
                             const std::string& more = "") {
    const std::vector<uint32_t> words = fakeModule(word, more);
    cl_int error = CL_SUCCESS;
    OwnedProgram made(clCreateProgramWithIL(context, words.data(), words.size() * 4, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int build(cl_program program, const char* options = nullptr) {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  cl_int compile(cl_program program, const char* options = nullptr) {
    return clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  /// A program with an executable, created by the first call.
  cl_program program() {
    if (!program_) {
      program_ = makeProgram();
      EXPECT_EQ(build(program_), CL_SUCCESS) << log(program_);
    }
    return program_;
  }
  OwnedKernel makeKernel(const char* name) {
    cl_int error = CL_SUCCESS;
    OwnedKernel made(clCreateKernel(program(), name, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// For the kernel `every`.
  cl_kernel kernel() {
    if (!kernel_) kernel_ = makeKernel("every");
    return kernel_;
  }
  cl_program releasedProgram() {
    cl_program handle = makeProgram();
    return handle;
  }
  cl_kernel releasedKernel() {
    cl_kernel handle = makeKernel("fill");
    return handle;
  }

  template <class T>
  T buildInfo(cl_program program, cl_program_build_info name) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), name, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  std::string buildText(cl_program program, cl_program_build_info name) {
    size_t sizeBytes = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), name, 0, nullptr, &sizeBytes), CL_SUCCESS);
    std::string text(sizeBytes, '?');
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), name, sizeBytes, text.data(), nullptr),
              CL_SUCCESS);
    if (!text.empty()) text.pop_back();
    return text;
  }
  std::string log(cl_program program) { return buildText(program, CL_PROGRAM_BUILD_LOG); }
  cl_build_status status(cl_program program) {
    return buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS);
  }

  /// The notify function of a build, compile or link.
  struct Done {
    std::promise<cl_program> promise;
    static void CL_CALLBACK notify(cl_program program, void* user) {
      static_cast<Done*>(user)->promise.set_value(program);
    }
    cl_program wait() { return promise.get_future().get(); }
  };
  static void CL_CALLBACK ignore(cl_program, void*) {}
  static bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
  }

 private:
  OwnedProgram program_;
  OwnedKernel kernel_;
};

}  // namespace lanewise::test
