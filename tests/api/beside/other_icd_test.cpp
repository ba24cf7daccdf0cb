// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other platforms in the same process: each keeps its own functions, objects and results.
#include "tests/api/fixture.h"

#include <cstdlib>

using namespace lanewise::test;

namespace {

std::vector<cl_platform_id> otherPlatforms() {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  std::erase(platforms, lanewisePlatform());
  return platforms;
}

/// Doubles numbers with a kernel from source; false if the platform has no compiler.
bool doublesBySource(cl_platform_id platform) {
  cl_device_id device = nullptr;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return false;
  Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
  Queue queue(clCreateCommandQueueWithProperties(context, device, nullptr, nullptr));
  const char* source = "kernel void twice(global int* x) { x[get_global_id(0)] *= 2; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (!program || clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS)
    return false;
  cl_kernel kernel = clCreateKernel(program, "twice", nullptr);
  std::vector<cl_int> numbers = {1, 2, 3, 4};
  const size_t count = numbers.size(), sizeBytes = count * sizeof(cl_int);
  Buffer buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeBytes, numbers.data(), nullptr));
  clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array());
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeBytes, numbers.data(), 0, nullptr, nullptr);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return numbers == std::vector<cl_int>{2, 4, 6, 8};
}

}  // namespace

struct OtherIcdTest : ApiTest {
  void SetUp() override {
    if (otherPlatforms().empty()) GTEST_SKIP() << "no other ICD is installed";
  }
  void copyOnOurs() {
    auto initial = counted(1 << 21);
    Buffer buffer = makeBuffer(initial.size(), CL_MEM_COPY_HOST_PTR, initial.data());
    EXPECT_EQ(contents(buffer), initial);
  }
};

TEST_F(OtherIcdTest, PlatformsHaveTheirOwnNames) {
  for (cl_platform_id platform : otherPlatforms())
    EXPECT_NE(textOf(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "Lanewise");
}

TEST_F(OtherIcdTest, HandlesOfOthersAreNotOurs) {
  for (cl_platform_id platform : otherPlatforms()) {
    cl_device_id foreign = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &foreign, nullptr) != CL_SUCCESS) continue;
    cl_int error = CL_SUCCESS;
    const cl_device_id mixed[] = {device(), foreign};
    EXPECT_EQ(clCreateContext(nullptr, 2, mixed, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
}

TEST_F(OtherIcdTest, BothComputeInTurn) {
  copyOnOurs();
  for (cl_platform_id platform : otherPlatforms()) {
    EXPECT_TRUE(doublesBySource(platform)) << textOf(clGetPlatformInfo, platform, CL_PLATFORM_NAME);
    copyOnOurs();
  }
}
