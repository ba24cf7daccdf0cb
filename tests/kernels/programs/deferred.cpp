// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that share functions and constants, whose code may be made one by one (LANEWISE_DEFER).

#include "device.h"

namespace kernels {
namespace {

TEST(DeferredPrograms, KernelsShareAFunction) {
  Buffer<cl_int> out(8);
  run("programs/deferred", "walks", range1(8), out);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{0, 1, 2, 16, 4, 4, 5, 34}));
  run("programs/deferred", "walks_on", range1(8), out);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{0, 4, 1, 1, 2, 2, 2, 13}));
}

TEST(DeferredPrograms, KernelsShareAConstant) {
  Buffer<cl_int> out(8);
  run("programs/deferred", "adds", range1(8, 4), out, LocalBytes{4 * sizeof(cl_int)});
  EXPECT_EQ(out.read(), std::vector<cl_int>(8, 9));
}

TEST(DeferredPrograms, QueriesOfAKernelDoNotNeedItsCode) {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel =
      clCreateKernel(TestDevice::get().program("programs/deferred"), "sizes", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  size_t required[3] = {}, multiple = 0;
  cl_uint arguments = 0;
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(arguments, 1u);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof required, required, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(required[0], 8u);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                     sizeof multiple, &multiple, nullptr),
            CL_SUCCESS);
  EXPECT_GT(multiple, 0u);
  EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
}

TEST(DeferredPrograms, BinaryHasAllKernels) {
  const cl_program program = TestDevice::get().program("programs/deferred");
  size_t sizeBytes = 0;
  ASSERT_EQ(
      clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizeBytes, &sizeBytes, nullptr),
      CL_SUCCESS);
  std::vector<unsigned char> binary(sizeBytes);
  unsigned char* bytes = binary.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
            CL_SUCCESS);
  cl_context context;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, &context, nullptr),
            CL_SUCCESS);
  cl_device_id device;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr),
            CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  const unsigned char* given = bytes;
  const cl_program again =
      clCreateProgramWithBinary(context, 1, &device, &sizeBytes, &given, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(again, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  // It had a warning of LLVM about debug information.
  char log[256] = "not written";
  EXPECT_EQ(clGetProgramBuildInfo(again, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(log, "");
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(again, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(clReleaseProgram(again), CL_SUCCESS);
}

// The build ended before code generation, which finds errors of inline assembly.
TEST(DeferredPrograms, InvalidAssemblyFailsTheBuild) {
  const char* source = "kernel void k(global int* out) { __asm__(\"foo bar, baz\"); out[0] = 1; }";
  const TestDevice& device = TestDevice::get();
  cl_int error = CL_SUCCESS;
  const cl_program program =
      clCreateProgramWithSource(device.context(), 1, &source, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
}

TEST(DeferredPrograms, KernelOfARequiredSize) {
  Buffer<cl_int> out(16);
  run("programs/deferred", "sizes", range1(16, 8), out);
  const std::vector<cl_int> found = out.read();
  for (int i = 0; i < 16; ++i) EXPECT_EQ(found[i], 800 + i % 8);
}

}  // namespace
}  // namespace kernels
