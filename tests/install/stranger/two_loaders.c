/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A process with two loaders, which pass handles to each other, as extension modules of Python do: objects that one
   made are used by the other, which need not have listed the platforms. Then the first one is unloaded.
   Usage: two_loaders <libOpenCL> <another libOpenCL> <module.spv> [<allocator>]
   The allocator is a library that is made global after the start of the process. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define REQUIRE(condition)                                               \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "two_loaders: failed: %s\n", #condition);          \
      return 0;                                                          \
    }                                                                    \
  } while (0)

#define FUNCTIONS(F)                                                                             \
  F(clGetPlatformIDs) F(clGetPlatformInfo) F(clGetDeviceIDs) F(clGetDeviceInfo)                  \
  F(clCreateContext) F(clReleaseContext) F(clCreateCommandQueueWithProperties)                   \
  F(clReleaseCommandQueue) F(clFinish) F(clCreateProgramWithIL) F(clBuildProgram)                \
  F(clReleaseProgram) F(clCreateKernel) F(clSetKernelArg) F(clReleaseKernel) F(clCreateBuffer)   \
  F(clReleaseMemObject) F(clEnqueueNDRangeKernel) F(clEnqueueReadBuffer) F(clWaitForEvents)      \
  F(clReleaseEvent)

typedef struct {
  void* library;
#define MEMBER(name) __typeof__(name)* name;
  FUNCTIONS(MEMBER)
} Loader;

typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
} Objects;

enum { kItems = 1000 };
static unsigned char module[1 << 16];
static size_t moduleBytes;

static int load(Loader* loader, const char* path) {
  loader->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!loader->library) fprintf(stderr, "two_loaders: %s\n", dlerror());
  REQUIRE(loader->library);
#define FIND(name)                                                            \
  loader->name = (__typeof__(name)*)dlsym(loader->library, #name);            \
  REQUIRE(loader->name);
  FUNCTIONS(FIND)
  return 1;
}

static int find(const Loader* by, Objects* objects) {
  cl_platform_id platforms[16];
  char name[128];
  cl_uint count = 0, i;
  REQUIRE(by->clGetPlatformIDs(16, platforms, &count) == CL_SUCCESS);
  for (i = 0; i < count && i < 16; ++i) {
    by->clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
    if (strcmp(name, "Lanewise") == 0) objects->platform = platforms[i];
  }
  REQUIRE(objects->platform);
  REQUIRE(by->clGetDeviceIDs(objects->platform, CL_DEVICE_TYPE_CPU, 1, &objects->device, NULL) == CL_SUCCESS);
  return 1;
}

static int create(const Loader* by, Objects* objects) {
  cl_int error = CL_SUCCESS;
  objects->context = by->clCreateContext(NULL, 1, &objects->device, NULL, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  objects->queue = by->clCreateCommandQueueWithProperties(objects->context, objects->device, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  objects->program = by->clCreateProgramWithIL(objects->context, module, moduleBytes, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(by->clBuildProgram(objects->program, 1, &objects->device, "", NULL, NULL) == CL_SUCCESS);
  return 1;
}

/* out[i] = i * i + in[i], with objects that others made. `later` makes every other call. */
static int compute(const Loader* by, const Loader* later, const Objects* objects) {
  cl_uint in[kItems], out[kItems], i;
  char name[200];
  size_t global = kItems;
  cl_int error = CL_SUCCESS;
  cl_event event = NULL;
  for (i = 0; i < kItems; ++i) in[i] = 5 * i;
  REQUIRE(later->clGetDeviceInfo(objects->device, CL_DEVICE_NAME, sizeof name, name, NULL) == CL_SUCCESS);
  cl_kernel kernel = by->clCreateKernel(objects->program, "squares", &error);
  REQUIRE(error == CL_SUCCESS);
  cl_mem from = later->clCreateBuffer(objects->context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &error);
  REQUIRE(error == CL_SUCCESS);
  cl_mem to = by->clCreateBuffer(objects->context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(later->clSetKernelArg(kernel, 0, sizeof from, &from) == CL_SUCCESS);
  REQUIRE(later->clSetKernelArg(kernel, 1, sizeof to, &to) == CL_SUCCESS);
  REQUIRE(by->clEnqueueNDRangeKernel(objects->queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event) == CL_SUCCESS);
  REQUIRE(later->clWaitForEvents(1, &event) == CL_SUCCESS);
  REQUIRE(later->clEnqueueReadBuffer(objects->queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL) == CL_SUCCESS);
  for (i = 0; i < kItems; ++i) REQUIRE(out[i] == i * i + in[i]);
  REQUIRE(by->clReleaseEvent(event) == CL_SUCCESS);
  REQUIRE(by->clReleaseMemObject(from) == CL_SUCCESS);
  REQUIRE(later->clReleaseMemObject(to) == CL_SUCCESS);
  REQUIRE(later->clReleaseKernel(kernel) == CL_SUCCESS);
  return 1;
}

static int destroy(const Loader* by, const Objects* objects) {
  REQUIRE(by->clFinish(objects->queue) == CL_SUCCESS);
  REQUIRE(by->clReleaseProgram(objects->program) == CL_SUCCESS);
  REQUIRE(by->clReleaseCommandQueue(objects->queue) == CL_SUCCESS);
  REQUIRE(by->clReleaseContext(objects->context) == CL_SUCCESS);
  return 1;
}

static int run(const char* first, const char* second) {
  Loader one, two;
  Objects objects = {0}, found = {0};
  REQUIRE(load(&one, first) && load(&two, second));
  REQUIRE(find(&one, &objects) && create(&one, &objects));
  /* The second loader knows no platform yet. */
  REQUIRE(compute(&two, &two, &objects));
  REQUIRE(compute(&one, &two, &objects));
  REQUIRE(find(&two, &found) && found.platform == objects.platform && found.device == objects.device);
  REQUIRE(create(&two, &found));
  REQUIRE(compute(&two, &one, &objects) && compute(&one, &two, &found));
  REQUIRE(destroy(&one, &found) && create(&two, &found));
  dlclose(one.library);
  REQUIRE(compute(&two, &two, &objects) && compute(&two, &two, &found));
  REQUIRE(destroy(&two, &objects) && destroy(&two, &found));
  return 1;
}

int main(int count, char** words) {
  FILE* file = count > 3 ? fopen(words[3], "rb") : NULL;
  if (!file) return 2;
  moduleBytes = fread(module, 1, sizeof module, file);
  fclose(file);
  if (count > 4) {
    /* Another extension module has loaded it before. */
    dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!dlopen(words[4], RTLD_NOW | RTLD_GLOBAL)) {
      fprintf(stderr, "two_loaders: %s\n", dlerror());
      return 2;
    }
  }
  if (!run(words[1], words[2])) return 1;
  puts("Lanewise");
  return 0;
}
