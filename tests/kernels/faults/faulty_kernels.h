// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that cause faults, in a context of their own whose notify function is recorded. Used by
// the tests of this folder.
#pragma once

#include <CL/cl_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>

#include "device.h"

namespace kernels {

// Work-item `at` causes the fault, the others write. A wrong address is an argument, so that no
// compiler can know it.
inline const char* const kFaultyKernels = R"(
kernel void good(global int* out, ulong value, ulong at) { out[get_global_id(0)] = value; }
kernel void store(global int* out, ulong address, ulong at) {
  if (get_global_id(0) == at) *(global int*)address = 1; else out[get_global_id(0)] = 2;
}
kernel void load(global int* out, ulong address, ulong at) {
  if (get_global_id(0) == at) out[at] = *(global int*)address; else out[get_global_id(0)] = 2;
}
kernel void divide(global int* out, ulong by, ulong at) {
  if (get_global_id(0) == at) out[at] = (int)(0x80000000u + (at & 1)) / (int)by; else out[get_global_id(0)] = 2;
}
kernel void behind_barrier(global int* out, ulong address, ulong at) {
  local int shared[256];
  shared[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) == at) *(global int*)address = shared[get_local_id(0) ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[get_local_id(0)];
}
kernel void print(global int* out, ulong address, ulong at) {
  if (get_global_id(0) == at) printf("%s", (constant char*)address); else out[get_global_id(0)] = 2;
}
kernel void trap(global int* out, ulong ignored, ulong at) {
  if (get_global_id(0) == at) __builtin_trap(); else out[get_global_id(0)] = 2;
}
kernel void much_stack(global int* out, ulong ignored, ulong at) {
  int table[3900];
  for (int i = 0; i < 3900; ++i) table[i] = out[(i * 7) % 64];
  int sum = 0;
  for (int i = 0; i < 3900; ++i) sum += table[(uint)(i * out[i % 64]) % 3900];
  out[get_global_id(0)] = sum;
}
kernel void long_store(global int* out, ulong address, ulong at) {
  int x = get_global_id(0);
  for (int i = 0; i < 2000; ++i) x = x * 1664525 + 1013904223;
  if (get_global_id(0) >= at) *(global int*)address = x;
  out[get_global_id(0)] = x;
}
kernel void called(global int* out, ulong address, ulong at) {
  if (get_global_id(0) == at) *(global int*)address = 3; else out[get_global_id(0)] = 2;
}
kernel void calls(global int* out, ulong address, ulong at) { called(out, address, at); }
)";

/// Calls of a context's notify function.
class Messages {
 public:
  static void CL_CALLBACK notify(const char* text, const void*, size_t, void* user) {
    auto& self = *static_cast<Messages*>(user);
    const std::lock_guard lock(self.mutex_);
    self.all_ += std::string(text) + "\n";
    self.changed_.notify_all();
  }
  /// Everything up to the report of `count` failed commands, one line for each; then begins anew.
  std::string take(int count = 1) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60), [&] { return failures() >= count; });
    return std::exchange(all_, {});
  }

 private:
  int failures() const { return static_cast<int>(std::ranges::count(all_, '\n')); }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string all_;
};

/// A page that may not be accessed.
class ForbiddenPage {
 public:
  ForbiddenPage() : page_(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~ForbiddenPage() { munmap(page_, 4096); }
  ForbiddenPage(const ForbiddenPage&) = delete;
  ForbiddenPage& operator=(const ForbiddenPage&) = delete;
  cl_ulong address() const { return reinterpret_cast<cl_ulong>(page_); }

 private:
  void* page_;
};

/// A mapping of a file that is empty.
class EmptyMapping {
 public:
  EmptyMapping() : file_(memfd_create("empty", MFD_CLOEXEC)) {
    page_ = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  }
  ~EmptyMapping() {
    munmap(page_, 4096);
    close(file_);
  }
  EmptyMapping(const EmptyMapping&) = delete;
  EmptyMapping& operator=(const EmptyMapping&) = delete;
  cl_ulong address() const { return reinterpret_cast<cl_ulong>(page_); }

 private:
  int file_;
  void* page_;
};

class FaultTest : public testing::Test {
 protected:
  static constexpr size_t kItems = 1024, kLocal = 64;

  void SetUp() override {
    const cl_device_id device = TestDevice::get().id();
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
    char name[64] = {};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (std::string(name) != "Lanewise") GTEST_SKIP() << "a fault ends the process elsewhere";
    platform_ = platform;
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device, Messages::notify, &messages_, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    buildProgram("");
    out_ =
        clCreateBuffer(context_, CL_MEM_READ_WRITE, kMostItems * sizeof(cl_int), nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    if (!context_) return;
    clReleaseProgram(program_);
    clReleaseMemObject(out_);
    for (const cl_command_queue queue : queues_)
      if (queue) clReleaseCommandQueue(queue);
    clReleaseContext(context_);
  }

  void buildProgram(const std::string& options, const char* source = kFaultyKernels) {
    cl_int error = CL_SUCCESS;
    if (program_) clReleaseProgram(program_);
    program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program_, 0, nullptr, ("-cl-std=CL3.0 " + options).c_str(), nullptr,
                             nullptr),
              CL_SUCCESS);
  }
  /// In order or out of order; created once.
  cl_command_queue queue(bool outOfOrder = false) {
    cl_command_queue& made = queues_[outOfOrder];
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, outOfOrder ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0u, 0};
    if (!made)
      made =
          clCreateCommandQueueWithProperties(context_, TestDevice::get().id(), properties, nullptr);
    return made;
  }
  cl_kernel kernel(const char* name, cl_ulong value, cl_ulong at) {
    cl_int error = CL_SUCCESS;
    cl_kernel made = clCreateKernel(program_, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    clSetKernelArg(made, 0, sizeof out_, &out_);
    clSetKernelArg(made, 1, sizeof value, &value);
    clSetKernelArg(made, 2, sizeof at, &at);
    return made;
  }
  cl_event enqueue(cl_command_queue on, const char* name, cl_ulong value, cl_ulong at = 0,
                   size_t items = kItems) {
    cl_kernel launched = kernel(name, value, at);
    cl_event event = nullptr;
    const size_t local = kLocal;
    EXPECT_EQ(clEnqueueNDRangeKernel(on, launched, 1, nullptr, &items, &local, 0, nullptr, &event),
              CL_SUCCESS);
    clReleaseKernel(launched);
    return event;
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return status;
  }
  static cl_int statusOnce(cl_event event) {
    const cl_int status = statusOf(event);
    clReleaseEvent(event);
    return status;
  }
  /// Of a launch that writes `value` everywhere.
  bool works(cl_command_queue on, cl_int value) {
    cl_event event = enqueue(on, "good", cl_ulong(value));
    if (clFinish(on) != CL_SUCCESS || statusOnce(event) != CL_COMPLETE) return false;
    std::vector<cl_int> read(kItems);
    if (clEnqueueReadBuffer(on, out_, CL_TRUE, 0, kItems * sizeof(cl_int), read.data(), 0, nullptr,
                            nullptr) != CL_SUCCESS)
      return false;
    return read == std::vector<cl_int>(kItems, value);
  }

  static constexpr size_t kMostItems = size_t{1} << 20;
  cl_platform_id platform_ = nullptr;
  /// Kept: calls may come after the end of the context.
  Messages& messages_ = *new Messages;
  cl_context context_ = nullptr;
  cl_program program_ = nullptr;
  cl_mem out_ = nullptr;
  cl_command_queue queues_[2] = {};
};

}  // namespace kernels
