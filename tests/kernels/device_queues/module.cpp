// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module that no front end wrote.
#include "device_queues/device_queues.h"

namespace kernels {
namespace {

TEST(EnqueuedFunctions, OfAModuleRun) {
  const DeviceQueue queue;
  const Buffer<int> out(65);
  run("device_queues/module", "parent", range1(1), out, queue.get());
  std::vector<int> expected(65, 7);
  expected[64] = 0;
  EXPECT_EQ(out.read(), expected);
}

TEST(EnqueuedFunctions, AreNoKernelsOfTheProgram) {
  TestDevice& device = TestDevice::get();
  const cl_program program = device.program("device_queues/module");
  size_t count = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "block", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
}

}  // namespace
}  // namespace kernels
