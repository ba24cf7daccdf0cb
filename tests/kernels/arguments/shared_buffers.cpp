// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments that are one memory. The kernel keeps a sum in a buffer, which code for distinct
// buffers has in a register, and reads this sum as an element of its other argument.
#include "device.h"

#include <CL/cl_ext.h>

#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

namespace kernels {
namespace {

constexpr size_t kCount = 64;
constexpr size_t kPart = 1024;  // elements: sub-buffers begin at multiples of 4 KiB

class SharedBuffers : public ::testing::Test {
 protected:
  ~SharedBuffers() override { clReleaseKernel(kernel_); }

  // c[0] += a[k], the last k first, where c is element `sum` of the memory and a begins at element
  // `row`.
  static std::vector<cl_int> expected(std::vector<cl_int> memory, size_t sum, size_t row) {
    for (size_t k = kCount; k-- > 0;) memory[sum] += memory[row + k];
    return memory;
  }
  static std::vector<cl_int> numbers(size_t count) {
    std::vector<cl_int> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
  }

  cl_mem makeBuffer(const std::vector<cl_int>& values) {
    cl_mem made = clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, values.size() * sizeof(cl_int),
                                 const_cast<cl_int*>(values.data()), nullptr);
    EXPECT_NE(made, nullptr);
    return made;
  }
  static cl_mem part(cl_mem whole, size_t first, size_t count) {
    const cl_buffer_region region = {first * sizeof(cl_int), count * sizeof(cl_int)};
    cl_int status = CL_SUCCESS;
    cl_mem made = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    EXPECT_EQ(status, CL_SUCCESS);
    return made;
  }
  void launch(cl_mem c, cl_mem a) {
    ASSERT_EQ(clSetKernelArg(kernel_, 0, sizeof c, &c), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel_, 1, sizeof a, &a), CL_SUCCESS);
    launch();
  }
  void launch() {
    const cl_int count = kCount;
    const size_t items = 1;
    ASSERT_EQ(clSetKernelArg(kernel_, 2, sizeof count, &count), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  }
  std::vector<cl_int> read(cl_mem memory, size_t count) {
    std::vector<cl_int> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), memory, CL_TRUE, 0, count * sizeof(cl_int),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }

  static cl_context context() { return TestDevice::get().context(); }
  static cl_command_queue queue() { return TestDevice::get().queue(); }

  cl_kernel kernel_ =
      clCreateKernel(TestDevice::get().program("arguments/shared_buffers"), "sum", nullptr);
};

TEST_F(SharedBuffers, DistinctBuffers) {
  cl_mem c = makeBuffer({5}), a = makeBuffer(numbers(kCount));
  launch(c, a);
  EXPECT_EQ(read(c, 1)[0], 5 + cl_int{kCount * (kCount + 1) / 2});
  clReleaseMemObject(c);
  clReleaseMemObject(a);
}

TEST_F(SharedBuffers, OneBufferForBothArguments) {
  const std::vector<cl_int> values = numbers(kCount);
  cl_mem memory = makeBuffer(values);
  launch(memory, memory);
  EXPECT_EQ(read(memory, kCount), expected(values, 0, 0));
  clReleaseMemObject(memory);
}

TEST_F(SharedBuffers, ABufferAndAPartOfIt) {
  const std::vector<cl_int> values = numbers(2 * kPart);
  cl_mem memory = makeBuffer(values);
  cl_mem row = part(memory, 0, kPart);
  launch(memory, row);
  EXPECT_EQ(read(memory, values.size()), expected(values, 0, 0));
  clReleaseMemObject(row);
  clReleaseMemObject(memory);
}

TEST_F(SharedBuffers, PartsThatOverlap) {
  const std::vector<cl_int> values = numbers(3 * kPart);
  cl_mem memory = makeBuffer(values);
  cl_mem sum = part(memory, kPart, kPart), row = part(memory, kPart, 2 * kPart);
  launch(sum, row);
  EXPECT_EQ(read(memory, values.size()), expected(values, kPart, kPart));
  for (cl_mem one : {row, sum, memory}) clReleaseMemObject(one);
}

TEST_F(SharedBuffers, PartsThatDoNotOverlap) {
  const std::vector<cl_int> values = numbers(2 * kPart);
  cl_mem memory = makeBuffer(values);
  cl_mem row = part(memory, 0, kPart), sum = part(memory, kPart, kPart);
  launch(sum, row);
  EXPECT_EQ(read(memory, values.size()), expected(values, kPart, 0));
  for (cl_mem one : {row, sum, memory}) clReleaseMemObject(one);
}

TEST_F(SharedBuffers, SharedVirtualMemory) {
  const std::vector<cl_int> values = numbers(kCount);
  auto* memory = static_cast<cl_int*>(
      clSVMAlloc(context(), CL_MEM_SVM_FINE_GRAIN_BUFFER, kCount * sizeof(cl_int), 0));
  ASSERT_NE(memory, nullptr);
  std::copy(values.begin(), values.end(), memory);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 0, memory + 3), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, memory), CL_SUCCESS);
  launch();
  EXPECT_EQ(std::vector<cl_int>(memory, memory + kCount), expected(values, 3, 0));
  clSVMFree(context(), memory);
}

TEST_F(SharedBuffers, ABufferAndItsAddress) {
  const std::vector<cl_int> values = numbers(kCount);
  auto* memory = static_cast<cl_int*>(
      clSVMAlloc(context(), CL_MEM_SVM_FINE_GRAIN_BUFFER, kCount * sizeof(cl_int), 0));
  ASSERT_NE(memory, nullptr);
  std::copy(values.begin(), values.end(), memory);
  cl_mem buffer =
      clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, kCount * sizeof(cl_int), memory, nullptr);
  ASSERT_EQ(clSetKernelArg(kernel_, 0, sizeof buffer, &buffer), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel_, 1, memory), CL_SUCCESS);
  launch();
  EXPECT_EQ(read(buffer, kCount), expected(values, 0, 0));
  clReleaseMemObject(buffer);
  clSVMFree(context(), memory);
}

// Two mappings of one file have different addresses.
TEST_F(SharedBuffers, ExternalMemoryThatIsImportedTwice) {
  const std::vector<cl_int> values = numbers(kPart);
  const int file = memfd_create("shared", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(file, kPart * sizeof(cl_int)), 0);
  ASSERT_EQ(write(file, values.data(), kPart * sizeof(cl_int)),
            static_cast<ssize_t>(kPart * sizeof(cl_int)));
  const auto imported = [&] {
    const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                            static_cast<cl_mem_properties>(dup(file)), 0};
    cl_int status = CL_SUCCESS;
    cl_mem made = clCreateBufferWithProperties(context(), properties, 0, kPart * sizeof(cl_int),
                                               nullptr, &status);
    EXPECT_EQ(status, CL_SUCCESS);
    return made;
  };
  cl_mem sum = imported(), row = imported();
  launch(sum, row);
  EXPECT_EQ(read(sum, kPart), expected(values, 0, 0));
  clReleaseMemObject(sum);
  clReleaseMemObject(row);
  close(file);
}

}  // namespace
}  // namespace kernels
