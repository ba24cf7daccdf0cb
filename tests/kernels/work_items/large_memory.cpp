// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of 32 bits that wrap, in a buffer that has both ends of the wrap. In smaller buffers one
// of them is undefined, so kernels need no test there.

#include "device.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr size_t kWrap = size_t{1} << 32;
constexpr size_t kBehind = 64;

std::vector<cl_uchar> read(cl_mem memory, size_t offset, size_t size) {
  std::vector<cl_uchar> bytes(size);
  EXPECT_EQ(clEnqueueReadBuffer(TestDevice::get().queue(), memory, CL_TRUE, offset, size,
                                bytes.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  return bytes;
}

TEST(LargeMemory, IndexThatWrapsInsideOfAVectorStaysInTheBuffer) {
  cl_ulong most = 0;
  clGetDeviceInfo(TestDevice::get().id(), CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most,
                  nullptr);
  if (most < kWrap + kBehind) GTEST_SKIP() << "the largest buffer has " << most << " bytes";
  cl_int error;
  const cl_mem memory = clCreateBuffer(TestDevice::get().context(), CL_MEM_READ_WRITE,
                                       kWrap + kBehind, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uchar zero = 0;
  for (const size_t offset : {size_t{0}, kWrap - kBehind})
    ASSERT_EQ(clEnqueueFillBuffer(TestDevice::get().queue(), memory, &zero, 1, offset,
                                  offset == 0 ? kBehind : 2 * kBehind, 0, nullptr, nullptr),
              CL_SUCCESS);
  constexpr cl_uint kFront = 5, kItems = 48;
  run("work_items/large_memory", "number", range1(kItems), memory, cl_uint{0} - kFront);
  const std::vector<cl_uchar> end = read(memory, kWrap - kFront, kFront + kBehind),
                              begin = read(memory, 0, kItems - kFront);
  for (cl_uint i = 0; i < kItems; ++i)
    EXPECT_EQ(i < kFront ? end[i] : begin[i - kFront], i + 1) << "of work-item " << i;
  EXPECT_EQ(std::count(end.begin() + kFront, end.end(), 0), kBehind);
  clReleaseMemObject(memory);
}

}  // namespace
}  // namespace kernels
