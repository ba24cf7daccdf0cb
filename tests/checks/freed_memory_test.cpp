// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory that the application frees while a launch uses it: LANEWISE_CHECK=memory
// fails the launch, which runs until the memory is freed, and no launch that was waited for.
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "checked_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace {

using Flag = std::atomic<cl_int>;

class FreedMemory : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { useChecks("memory"); }
  void SetUp() override {
    const CheckedDevice found = findCheckedDevice();
    platform_ = found.platform, device_ = found.device;
    ASSERT_TRUE(device_);
    context_ = clCreateContext(nullptr, 1, &device_, keepReport, &reports_, nullptr);
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
    // It says that it runs, and waits for the application.
    const char* source =
        "kernel void wait(global atomic_int* flags, global int* data) {\n"
        "  data[0] = 1;\n"
        "  atomic_store(&flags[0], 1);\n"
        "  while (atomic_load(&flags[1]) == 0);\n"
        "  data[0] = 2;\n"
        "}\n";
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
    kernel_ = clCreateKernel(program, "wait", nullptr);
    clReleaseProgram(program);
    flags_ = static_cast<Flag*>(
        clSVMAlloc(context_, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 8, 0));
    ASSERT_TRUE(flags_);
    flags_[0] = flags_[1] = 0;
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 0, flags_), CL_SUCCESS);
  }
  void TearDown() override {
    clReleaseKernel(kernel_);
    clReleaseCommandQueue(queue_);
    clSVMFree(context_, flags_);
    clReleaseContext(context_);
  }

  /// The status of a launch while which `whileItRuns` runs.
  cl_int launch(const std::function<void()>& whileItRuns) {
    const size_t one = 1;
    cl_event event = nullptr;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &one, nullptr, 0, nullptr, &event),
        CL_SUCCESS);
    clFlush(queue_);
    while (flags_[0] == 0);
    whileItRuns();
    flags_[1] = 1;
    EXPECT_EQ(clFinish(queue_), CL_SUCCESS);
    cl_int status = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    clReleaseEvent(event);
    return status;
  }
  template <class Function>
  Function extension(const char* name) {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform_, name));
  }

  static constexpr const char* kReport = "free of argument 1 'data' (shared virtual memory ";
  cl_platform_id platform_ = nullptr;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  Flag* flags_ = nullptr;
  std::string reports_;
};

TEST_F(FreedMemory, ByTheHostWhileALaunchRuns) {
  void* data = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, data), CL_SUCCESS);
  EXPECT_EQ(launch([&] { clSVMFree(context_, data); }), CL_OUT_OF_RESOURCES);
  EXPECT_NE(reports_.find(kReport), reports_.npos) << reports_;
  EXPECT_NE(reports_.find("(64 bytes)) while a launch uses it, in kernel 'wait'"), reports_.npos)
      << reports_;
}

TEST_F(FreedMemory, ByACommandOfAnotherQueueWhileALaunchRuns) {
  void* data = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, data), CL_SUCCESS);
  cl_command_queue other = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
  EXPECT_EQ(launch([&] {
              EXPECT_EQ(clEnqueueSVMFree(other, 1, &data, nullptr, nullptr, 0, nullptr, nullptr),
                        CL_SUCCESS);
              EXPECT_EQ(clFinish(other), CL_SUCCESS);
            }),
            CL_OUT_OF_RESOURCES);
  EXPECT_NE(reports_.find(kReport), reports_.npos) << reports_;
  clReleaseCommandQueue(other);
}

TEST_F(FreedMemory, OfUnifiedSharedMemoryWhileALaunchRuns) {
  const auto allocate = extension<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL");
  const auto free = extension<clMemFreeINTEL_fn>("clMemFreeINTEL");
  const auto set = extension<clSetKernelArgMemPointerINTEL_fn>("clSetKernelArgMemPointerINTEL");
  ASSERT_TRUE(allocate && free && set);
  void* data = allocate(context_, device_, nullptr, 64, 0, nullptr);
  ASSERT_EQ(set(kernel_, 1, data), CL_SUCCESS);
  EXPECT_EQ(launch([&] { EXPECT_EQ(free(context_, data), CL_SUCCESS); }), CL_OUT_OF_RESOURCES);
  EXPECT_NE(reports_.find(kReport), reports_.npos) << reports_;
}

TEST_F(FreedMemory, OfOtherLaunches) {
  void* data = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  void* other = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, data), CL_SUCCESS);
  EXPECT_EQ(launch([&] { clSVMFree(context_, other); }), CL_COMPLETE);
  clSVMFree(context_, data);
  EXPECT_EQ(reports_, "");
}

// The launch writes it once more, so it must not be the memory of another allocation.
TEST_F(FreedMemory, StaysUntilTheLaunchEnds) {
  constexpr size_t kSize = 8 << 20;
  auto* data = static_cast<cl_int*>(clSVMAlloc(context_, CL_MEM_READ_WRITE, kSize, 0));
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, data), CL_SUCCESS);
  void* next = nullptr;
  launch([&] {
    clSVMFree(context_, data);
    next = clSVMAlloc(context_, CL_MEM_READ_WRITE, kSize, 0);
    EXPECT_NE(next, data);
    EXPECT_EQ(data[0], 1);
  });
  clSVMFree(context_, next);
}

// Kernels may use memory of the application, and an allocator may give it the addresses again.
TEST_F(FreedMemory, IsNotForeverThatOfTheAllocation) {
  constexpr size_t kSize = 64 << 10;
  std::set<void*> freed;
  while (freed.size() < 3000) freed.insert(clSVMAlloc(context_, CL_MEM_READ_WRITE, kSize, 0));
  for (void* data : freed) clSVMFree(context_, data);
  std::vector<void*> blocks;
  void* again = nullptr;
  for (int i = 0; i < 3000 && !again; ++i) {
    void* block = std::aligned_alloc(4096, kSize);
    blocks.push_back(block);
    const auto next = freed.lower_bound(block);
    if (next != freed.end() && *next < static_cast<char*>(block) + kSize) again = *next;
  }
  ASSERT_TRUE(again) << "no address is one of a freed allocation";
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, again), CL_SUCCESS);
  EXPECT_EQ(launch([] {}), CL_COMPLETE);
  EXPECT_EQ(reports_, "");
  for (void* block : blocks) std::free(block);
}

// Their entries take more than they do.
TEST_F(FreedMemory, SmallAllocationsAreNotKeptByTheMillion) {
  const auto allocated = [&] {
    std::set<void*> all;
    while (all.size() < 40000) all.insert(clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0));
    return all;
  };
  const std::set<void*> first = allocated();
  for (void* data : first) clSVMFree(context_, data);
  const std::set<void*> second = allocated();
  EXPECT_TRUE(std::ranges::any_of(second, [&](void* data) { return first.contains(data); }));
  for (void* data : second) clSVMFree(context_, data);
}

TEST_F(FreedMemory, InOneQueueBehindTheLaunch) {
  void* data = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, data), CL_SUCCESS);
  EXPECT_EQ(launch([&] {
              EXPECT_EQ(clEnqueueSVMFree(queue_, 1, &data, nullptr, nullptr, 0, nullptr, nullptr),
                        CL_SUCCESS);
            }),
            CL_COMPLETE);
  EXPECT_EQ(reports_, "");
}

}  // namespace
