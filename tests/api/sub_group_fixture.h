// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with sub-group sizes that the fake compiler gives them. All are the kernel `fill` with
// its arguments set.
#pragma once

#include "tests/api/program_fixture.h"

namespace lanewise::test {

class SubGroupTest : public ProgramTest {
 protected:
  /// Required sub-groups of 8 work-items.
  cl_kernel wide() { return made(wide_, "wide"); }
  /// 3 sub-groups of 4 work-items in every work-group.
  cl_kernel counted() { return made(counted_, "counted"); }
  /// The same with a required local size of 12.
  cl_kernel sized() { return made(sized_, "sized"); }
  cl_int launch(cl_kernel kernel, const std::vector<size_t>& global,
                const std::vector<size_t>& local) {
    return clEnqueueNDRangeKernel(queue(), kernel, cl_uint(global.size()), nullptr, global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }
  /// The local size of a launch that does not give one, or the status.
  std::vector<size_t> suggested(cl_kernel kernel, const std::vector<size_t>& global) {
    std::vector<size_t> local(global.size());
    suggestStatus = LW_EXTENSION(clGetKernelSuggestedLocalWorkSizeKHR)(
        queue(), kernel, cl_uint(global.size()), nullptr, global.data(), local.data());
    return local;
  }
  /// Builds the program with these options; call before creating the first kernel.
  void buildWith(const char* options) {
    program_ = makeProgram("sub-groups");
    EXPECT_EQ(build(program_, options), CL_SUCCESS) << log(program_);
  }
  cl_int suggestStatus = CL_SUCCESS;

 private:
  cl_kernel made(OwnedKernel& kernel, const char* name) {
    if (kernel) return kernel;
    if (!program_) buildWith(nullptr);
    memory_ = makeBuffer(1024);
    cl_int error = CL_SUCCESS;
    kernel = OwnedKernel(clCreateKernel(program_, name, &error));
    const cl_int value = 1;
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), memory_.array()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return kernel;
  }
  OwnedProgram program_;
  Buffer memory_;
  OwnedKernel wide_, counted_, sized_;
};

}  // namespace lanewise::test
