/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program that knows nothing of Lanewise: it asks the loader for a platform and runs a kernel.
   Usage: stranger <part of the platform's name> <module.spv>: out[i] = i * i + in[i] */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

#define REQUIRE(condition)                                            \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "stranger: failed: %s\n", #condition);          \
      return 1;                                                       \
    }                                                                 \
  } while (0)

static cl_platform_id find(const char* wanted, char* name, size_t size) {
  cl_platform_id platforms[16];
  cl_uint count = 0, i;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return NULL;
  for (i = 0; i < count; ++i) {
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, size, name, NULL);
    if (strstr(name, wanted)) return platforms[i];
  }
  return NULL;
}

int main(int count, char** words) {
  static unsigned char module[1 << 16];
  enum { kItems = 1000 };
  cl_uint in[kItems], out[kItems], i;
  char name[128];
  static char log[1 << 14];
  FILE* file;
  size_t bytes, global = kItems;
  cl_int error;
  cl_platform_id platform;
  cl_device_id device;
  REQUIRE(count == 3);
  platform = find(words[1], name, sizeof name);
  REQUIRE(platform);
  REQUIRE((file = fopen(words[2], "rb")));
  bytes = fread(module, 1, sizeof module, file);
  fclose(file);
  for (i = 0; i < kItems; ++i) in[i] = 5 * i;

  REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  cl_program program = clCreateProgramWithIL(context, module, bytes, &error);
  REQUIRE(error == CL_SUCCESS);
  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  if (error != CL_SUCCESS) {
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "stranger: %s\n", log);
  }
  REQUIRE(error == CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "squares", &error);
  REQUIRE(error == CL_SUCCESS);
  cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &error);
  REQUIRE(error == CL_SUCCESS);
  cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 0, sizeof from, &from) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, sizeof to, &to) == CL_SUCCESS);
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL) ==
          CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL) ==
          CL_SUCCESS);
  for (i = 0; i < kItems; ++i) REQUIRE(out[i] == i * i + in[i]);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  printf("%s\n", name);
  return 0;
}
