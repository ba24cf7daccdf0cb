// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that uses most of the API, with a failure of each allocation in turn: each call returns
// success or an error that means too little memory, what was created can be released, and the same
// program works afterwards, in the same process. Nothing leaks: the blocks of operator new are
// counted over repeated failures.
//
//   api-allocations [--first N] [--count N] [--leaks N]
//
// From allocation number `first`, so many. Each Nth is repeated to find leaks, which takes longer.
//
// Each allocation fails in a process of its own, so that the first use of everything is part of it.
#include "tests/api/allocations/failing_allocations.h"
#include "tests/runtime/fake/fake_module.h"
#include "tests/temporary_folder.h"

#include <CL/cl_ext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace lanewise::test;

namespace {

struct Platform {
  cl_platform_id id = nullptr;
  std::vector<uint32_t> module = fakeModule("ok", "");
#define LW_FUNCTIONS(F)                 \
  F(clCreateCommandBufferKHR)           \
  F(clCommandFillBufferKHR)             \
  F(clCommandNDRangeKernelKHR)          \
  F(clFinalizeCommandBufferKHR)         \
  F(clEnqueueCommandBufferKHR)          \
  F(clReleaseCommandBufferKHR)          \
  F(clCreateSemaphoreWithPropertiesKHR) \
  F(clReleaseSemaphoreKHR) F(clEnqueueSignalSemaphoresKHR) F(clEnqueueWaitSemaphoresKHR)
#define LW_MEMBER(name) decltype(&::name) name = nullptr;
  LW_FUNCTIONS(LW_MEMBER)
};

/// What a call may return when there is too little memory.
bool meansMemory(cl_int code) {
  switch (code) {
    case CL_OUT_OF_HOST_MEMORY:
    case CL_OUT_OF_RESOURCES:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: return true;
    default: return false;
  }
}

/// One run of the program. It goes on after an error with what it has.
class Run {
 public:
  explicit Run(const Platform& platform) : on(platform) {}
  /// Calls that returned an error.
  int errors = 0;
  /// Errors that are wrong, and results that are wrong although no call failed.
  int wrong = 0;
  std::string firstError;

  void all() {
    cl_device_id device = nullptr;
    if (!check("clGetDeviceIDs", clGetDeviceIDs(on.id, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)))
      return;
    cl_int code = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &device, notify, nullptr, &code);
    if (!check("clCreateContext", code)) return;
    for (const cl_command_queue_properties properties :
         {cl_command_queue_properties{0},
          cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                      CL_QUEUE_PROFILING_ENABLE}}) {
      const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
      cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, list, &code);
      if (!check("clCreateCommandQueueWithProperties", code)) continue;
      useMemory(context, queue);
      useProgram(context, device, queue);
      useSemaphore(context, queue);
      check("clFinish", clFinish(queue));
      check("clReleaseCommandQueue", clReleaseCommandQueue(queue));
    }
    useParts(device);
    check("clReleaseContext", clReleaseContext(context));
  }

 private:
  static constexpr size_t kItems = 1 << 16, kBytes = kItems * sizeof(cl_int);

  static void CL_CALLBACK notify(const char*, const void*, size_t, void*) {}
  static void CL_CALLBACK onEvent(cl_event, cl_int, void*) {}
  static void CL_CALLBACK onMemory(cl_mem, void*) {}

  bool check(const char* call, cl_int code) {
    if (code == CL_SUCCESS) return true;
    ++errors;
    if (firstError.empty()) firstError = std::string(call) + " " + std::to_string(code);
    if (!meansMemory(code)) {
      ++wrong;
      std::printf("%s returned %d\n", call, code);
    }
    return false;
  }
  /// Waits for a command and releases its event, the only one that tells that the command failed.
  void complete(cl_event event) {
    if (!event) return;
    check("clWaitForEvents", clWaitForEvents(1, &event));
    clReleaseEvent(event);
  }
  void expect(bool good, const char* what) {
    if (good || errors) return;
    ++wrong;
    std::printf("wrong result: %s\n", what);
  }

  void useMemory(cl_context context, cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, &code);
    if (check("clCreateBuffer", code)) {
      check("clSetMemObjectDestructorCallback",
            clSetMemObjectDestructorCallback(buffer, onMemory, nullptr));
      const cl_int pattern = 7;
      cl_event filled = nullptr;
      check("clEnqueueFillBuffer", clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0,
                                                       kBytes, 0, nullptr, &filled));
      if (filled)
        check("clSetEventCallback", clSetEventCallback(filled, CL_COMPLETE, onEvent, nullptr));
      const cl_buffer_region region{4096, 4096};
      cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
      if (check("clCreateSubBuffer", code)) {
        cl_int read[16] = {};
        check("clEnqueueReadBuffer",
              clEnqueueReadBuffer(queue, part, CL_TRUE, 0, sizeof read, read, filled ? 1u : 0u,
                                  filled ? &filled : nullptr, nullptr));
        expect(read[15] == pattern, "a filled buffer");
        clReleaseMemObject(part);
      }
      void* mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, nullptr,
                                        nullptr, &code);
      if (check("clEnqueueMapBuffer", code)) {
        static_cast<cl_int*>(mapped)[3] = 9;
        check("clEnqueueUnmapMemObject",
              clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
      }
      if (filled) clReleaseEvent(filled);
      clReleaseMemObject(buffer);
    }
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 64;
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
    if (check("clCreateImage", code)) {
      const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
      const cl_float color[4] = {1, 1, 1, 1};
      cl_uchar read[256] = {};
      cl_event filled = nullptr;
      check("clEnqueueFillImage",
            clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, &filled));
      check("clFinish", clFinish(queue));
      complete(filled);
      check("clEnqueueReadImage", clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0,
                                                     read, 0, nullptr, nullptr));
      expect(read[255] == 255, "a filled image");
      clReleaseMemObject(image);
    }
    cl_sampler sampler = clCreateSamplerWithProperties(context, nullptr, &code);
    if (check("clCreateSamplerWithProperties", code)) clReleaseSampler(sampler);
    // clSVMAlloc returns no code.
    if (void* shared = clSVMAlloc(context, CL_MEM_READ_WRITE, kBytes, 0)) {
      const cl_int pattern = 3;
      cl_event filled = nullptr;
      check("clEnqueueSVMMemFill", clEnqueueSVMMemFill(queue, shared, &pattern, sizeof pattern,
                                                       kBytes, 0, nullptr, &filled));
      check("clFinish", clFinish(queue));
      complete(filled);
      expect(static_cast<cl_int*>(shared)[kItems - 1] == pattern, "filled shared memory");
      clSVMFree(context, shared);
    } else {
      check("clSVMAlloc", CL_OUT_OF_HOST_MEMORY);
    }
  }

  void useProgram(cl_context context, cl_device_id device, cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    cl_program program =
        clCreateProgramWithIL(context, on.module.data(), on.module.size() * 4, &code);
    if (!check("clCreateProgramWithIL", code)) return;
    if (check("clBuildProgram", clBuildProgram(program, 1, &device, "", nullptr, nullptr))) {
      cl_kernel kernel = clCreateKernel(program, "fill", &code);
      if (check("clCreateKernel", code)) {
        useKernel(context, queue, kernel);
        clReleaseKernel(kernel);
      }
      size_t sizeBytes = 0;
      check("clGetProgramInfo", clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizeBytes,
                                                 &sizeBytes, nullptr));
    }
    clReleaseProgram(program);
  }

  void useKernel(cl_context context, cl_command_queue queue, cl_kernel kernel) {
    cl_int code = CL_SUCCESS;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, &code);
    if (!check("clCreateBuffer", code)) return;
    cl_int value = 41;
    check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof out, &out));
    check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof value, &value));
    const size_t items = kItems;
    cl_event gate = clCreateUserEvent(context, &code), launched = nullptr;
    check("clCreateUserEvent", code);
    check("clEnqueueNDRangeKernel",
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, gate ? 1u : 0u,
                                 gate ? &gate : nullptr, &launched));
    check("clFlush", clFlush(queue));
    if (gate) {
      check("clSetUserEventStatus", clSetUserEventStatus(gate, CL_COMPLETE));
      clReleaseEvent(gate);
    }
    complete(launched);
    read(queue, out, value);
    cl_command_buffer_khr commands = on.clCreateCommandBufferKHR(1, &queue, nullptr, &code);
    if (check("clCreateCommandBufferKHR", code)) {
      value = 43;
      check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof value, &value));
      cl_sync_point_khr point = 0;
      const cl_int pattern = 1;
      const bool recorded =
          check("clCommandFillBufferKHR",
                on.clCommandFillBufferKHR(commands, nullptr, nullptr, out, &pattern, sizeof pattern,
                                          0, kBytes, 0, nullptr, &point, nullptr)) &&
          check("clCommandNDRangeKernelKHR",
                on.clCommandNDRangeKernelKHR(commands, nullptr, nullptr, kernel, 1, nullptr, &items,
                                             nullptr, 1, &point, nullptr, nullptr)) &&
          check("clFinalizeCommandBufferKHR", on.clFinalizeCommandBufferKHR(commands));
      if (recorded) {
        cl_event ran = nullptr;
        check("clEnqueueCommandBufferKHR",
              on.clEnqueueCommandBufferKHR(0, nullptr, commands, 0, nullptr, &ran));
        check("clFinish", clFinish(queue));
        complete(ran);
        read(queue, out, value);
      }
      check("clReleaseCommandBufferKHR", on.clReleaseCommandBufferKHR(commands));
    }
    clReleaseMemObject(out);
  }

  void read(cl_command_queue queue, cl_mem out, cl_int value) {
    cl_int last = 0;
    check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, out, CL_TRUE, kBytes - sizeof last,
                                                     sizeof last, &last, 0, nullptr, nullptr));
    expect(last == value, "a kernel");
  }

  void useSemaphore(cl_context context, cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                  CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
    cl_semaphore_khr semaphore = on.clCreateSemaphoreWithPropertiesKHR(context, binary, &code);
    if (!check("clCreateSemaphoreWithPropertiesKHR", code)) return;
    if (check("clEnqueueSignalSemaphoresKHR",
              on.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr)))
      check("clEnqueueWaitSemaphoresKHR",
            on.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    check("clFinish", clFinish(queue));
    check("clReleaseSemaphoreKHR", on.clReleaseSemaphoreKHR(semaphore));
  }

  /// A queue on a sub-device.
  void useParts(cl_device_id device) {
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    cl_device_id part = nullptr;
    if (units < 2 ||
        !check("clCreateSubDevices", clCreateSubDevices(device, one, 1, &part, nullptr)))
      return;
    cl_int code = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, &code);
    if (check("clCreateContext", code)) {
      cl_command_queue queue = clCreateCommandQueueWithProperties(context, part, nullptr, &code);
      if (check("clCreateCommandQueueWithProperties", code)) {
        check("clEnqueueMarkerWithWaitList",
              clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
        check("clFlush", clFlush(queue));
        check("clFinish", clFinish(queue));
        clReleaseCommandQueue(queue);
      }
      clReleaseContext(context);
    }
    clReleaseDevice(part);
  }

  const Platform& on;
};

/// Before the first allocation that counts.
bool findPlatform(Platform& platform) {
  cl_platform_id ids[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, ids, &count) != CL_SUCCESS) return false;
  for (cl_uint index = 0; index < count && index < 16; ++index) {
    char name[64] = {};
    clGetPlatformInfo(ids[index], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    if (std::strcmp(name, "Lanewise") == 0) platform.id = ids[index];
  }
  if (!platform.id) return false;
  const auto find = [&](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(platform.id, name);
  };
#define LW_FIND(name) platform.name = reinterpret_cast<decltype(platform.name)>(find(#name));
  LW_FUNCTIONS(LW_FIND)
  return true;
}

bool works(const Platform& platform) {
  Run run(platform);
  run.all();
  if (run.errors) std::printf("failed without cause: %s\n", run.firstError.c_str());
  return run.errors == 0 && run.wrong == 0;
}

enum Outcome { kUnharmed = 0, kError = 1, kWrong = 2, kNotReached = 3 };

struct Report {
  Outcome outcome = kWrong;
  uint64_t allocations = 0;
  char call[64] = {};
};

/// The same failure again and again, when everything has been used before.
bool leaksNothing(const Platform& platform, uint64_t index) {
  constexpr int kRounds = 64;
  bool good = true;
  const int64_t before = liveBlocks();
  int failures = 0;
  for (int round = 0; round < kRounds; ++round) {
    Run again(platform);
    failAllocation(index);
    again.all();
    failures += endFailing();
    good &= again.wrong == 0;
  }
  good &= works(platform);
  int64_t more = liveBlocks() - before;
  // The thread of callbacks deletes some objects later.
  for (int wait = 0; more >= kRounds && wait < 1000; ++wait) {
    usleep(10'000);
    more = liveBlocks() - before;
  }
  if (failures != kRounds || more < kRounds) return good;
  std::printf("%lld blocks more after %d failures\n", static_cast<long long>(more), failures);
  return false;
}

/// In a process of its own. With `repeats`, looks for leaks.
Report failOne(uint64_t index, bool repeats) {
  Report report;
  Platform platform;
  if (!findPlatform(platform)) return report;
  Run first(platform);
  failAllocation(index);
  first.all();
  const bool reached = endFailing();
  report.allocations = allocationCount();
  std::strncpy(report.call, first.firstError.c_str(), sizeof report.call - 1);
  if (!reached) {
    report.outcome = kNotReached;
    return report;
  }
  bool good = first.wrong == 0;
  for (int round = 0; round < 2; ++round) good &= works(platform);
  if (repeats) good &= leaksNothing(platform, index);
  report.outcome = !good ? kWrong : first.errors ? kError : kUnharmed;
  return report;
}

/// The report of a child; kWrong if it ends in another way or takes too long.
Report inProcess(uint64_t index, bool repeats) {
  int ends[2];
  Report report;
  std::fflush(stdout);
  if (pipe(ends) != 0) return report;
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    const Report own = failOne(index, repeats);
    std::fflush(stdout);
    _exit(write(ends[1], &own, sizeof own) == sizeof own ? 0 : 1);
  }
  close(ends[1]);
  if (read(ends[0], &report, sizeof report) != sizeof report) report = Report();
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status)) std::printf("signal %d\n", WTERMSIG(status));
  return report;
}

}  // namespace

int main(int count, char** values) {
  uint64_t first = 0, most = UINT64_MAX, leaks = 1;
  for (int index = 1; index + 1 < count; index += 2) {
    const std::string option = values[index];
    const uint64_t number = std::strtoull(values[index + 1], nullptr, 10);
    if (option == "--first") first = number;
    if (option == "--count") most = number;
    if (option == "--leaks" && number != 0) leaks = number;
  }
  // The program is in the cache after the first run.
  const TemporaryFolder cache;
  setenv("LANEWISE_CACHE", cache.path().c_str(), 1);
  const uint64_t all = inProcess(UINT64_MAX, false).allocations;
  if (all == 0) return std::puts("no run without failures"), 1;
  const uint64_t end = most < all ? std::min(all, first + most) : all;
  int outcomes[4] = {};
  for (uint64_t index = first; index < end; ++index) {
    const Report report = inProcess(index, index % leaks == 0);
    ++outcomes[report.outcome];
    if (report.outcome == kWrong)
      std::printf("wrong after the failure of allocation %llu (first error: %s)\n",
                  static_cast<unsigned long long>(index), report.call);
  }
  std::printf(
      "of %llu allocations: %d failed with an error of a call, %d without, %d were not "
      "reached, %d wrong\n",
      static_cast<unsigned long long>(all), outcomes[kError], outcomes[kUnharmed],
      outcomes[kNotReached], outcomes[kWrong]);
  return outcomes[kWrong] != 0;
}
