// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program for debugger_test.py: builds a kernel from source for debugging and runs it.
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace {

// debugger_test.py contains the line numbers of this source.
constexpr const char* kSource = R"(
int inner(int x) {
  return (x >> 3) ^ (x * 5);
}

kernel void outer(global int* out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum = inner(sum + k);
  out[get_global_id(0)] = sum;
}
)";

void require(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", what, error);
  std::exit(1);
}

}  // namespace

int main() {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  require(clGetPlatformIDs(1, &platform, nullptr), "platform");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  require(error, "context");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  require(error, "queue");
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  require(error, "program");
  require(clBuildProgram(program, 1, &device, "-g -cl-opt-disable", nullptr, nullptr), "build");
  cl_kernel kernel = clCreateKernel(program, "outer", &error);
  require(error, "kernel");
  const size_t size = 4;
  cl_mem out = clCreateBuffer(context, 0, size * sizeof(cl_int), nullptr, &error);
  require(error, "buffer");
  const cl_int n = 5;
  require(clSetKernelArg(kernel, 0, sizeof(out), &out), "argument 0");
  require(clSetKernelArg(kernel, 1, sizeof(n), &n), "argument 1");
  require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
          "launch");
  require(clFinish(queue), "finish");
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::puts("done");
}
