// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from source through the loader: creating, building and running them.
#pragma once

#include "tests/api/fixture.h"

namespace lanewise::test {

using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;

struct SourceProgramTest : ApiTest {
  Program make(const std::string& text) {
    cl_int error = 1;
    const char* start = text.c_str();
    Program made(clCreateProgramWithSource(context(), 1, &start, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int build(cl_program program, const std::string& options = "") {
    return clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
  }
  /// Creates and builds a program; prints the log on failure.
  Program built(const std::string& text, const std::string& options = "") {
    Program program = make(text);
    EXPECT_EQ(build(program, options), CL_SUCCESS) << options << "\n" << log(program);
    return program;
  }
  std::string log(cl_program program) {
    size_t sizeBytes = 0;
    clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &sizeBytes);
    std::string text(sizeBytes, '\0');
    clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, text.size(), text.data(),
                          nullptr);
    return text.c_str();
  }
  Kernel kernelOf(cl_program program, const char* name = "k") {
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program, name, &error));
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return kernel;
  }
  /// Runs the kernel `name(global T*)` on `count` zeros, by one work-item or more, and returns the
  /// buffer.
  template <class T = cl_int>
  std::vector<T> runOver(cl_program program, size_t count, const char* name = "k",
                         size_t workItems = 1) {
    Kernel kernel = kernelOf(program, name);
    std::vector<T> values(count);
    Buffer out = makeBuffer(count * sizeof(T), CL_MEM_COPY_HOST_PTR, values.data());
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &workItems, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, count * sizeof(T), values.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  cl_int run(cl_program program) { return runOver(program, 1)[0]; }
};

}  // namespace lanewise::test
