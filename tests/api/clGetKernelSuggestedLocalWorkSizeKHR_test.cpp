// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

namespace {
constexpr size_t kSizeKHR[3] = {1024, 16, 4};
}

struct clGetKernelSuggestedLocalWorkSizeKHRTest : ProgramTest {
  using Suggest = decltype(clGetKernelSuggestedLocalWorkSizeKHR)*;
  Suggest suggest() {
    return reinterpret_cast<Suggest>(
        clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSuggestedLocalWorkSizeKHR"));
  }
  /// A kernel with its arguments set.
  cl_kernel fill() {
    if (!fill_) {
      fill_ = makeKernel("fill");
      buffer_ = makeBuffer(64);
      const cl_int value = 1;
      clSetKernelArg(fill_, 0, sizeof(cl_mem), buffer_.array());
      clSetKernelArg(fill_, 1, sizeof value, &value);
    }
    return fill_;
  }
  OwnedKernel fill_;
  Buffer buffer_;
  size_t size_[3] = {0, 0, 0};
};

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, dividesTheGlobalSize) {
  ASSERT_NE(suggest(), nullptr);
  ASSERT_EQ(suggest()(queue(), fill(), 3, nullptr, kSizeKHR, size_), CL_SUCCESS);
  for (int d = 0; d < 3; ++d) {
    ASSERT_GT(size_[d], 0u);
    EXPECT_EQ(kSizeKHR[d] % size_[d], 0u);
  }
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidCommandQueue) {
  EXPECT_EQ(suggest()(nullptr, fill(), 1, nullptr, kSizeKHR, size_), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidKernel) {
  EXPECT_EQ(suggest()(queue(), nullptr, 1, nullptr, kSizeKHR, size_), CL_INVALID_KERNEL);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidContext) {
  EXPECT_EQ(suggest()(otherQueue(), fill(), 1, nullptr, kSizeKHR, size_), CL_INVALID_CONTEXT);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidKernelArgs) {
  EXPECT_EQ(suggest()(queue(), kernel(), 1, nullptr, kSizeKHR, size_), CL_INVALID_KERNEL_ARGS);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidWorkDimension) {
  for (cl_uint wrong : {0u, 4u})
    EXPECT_EQ(suggest()(queue(), fill(), wrong, nullptr, kSizeKHR, size_), CL_INVALID_WORK_DIMENSION);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidGlobalWorkSize) {
  const size_t zero[3] = {4, 0, 4};
  EXPECT_EQ(suggest()(queue(), fill(), 3, nullptr, zero, size_), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest()(queue(), fill(), 1, nullptr, nullptr, size_), CL_INVALID_GLOBAL_WORK_SIZE);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidGlobalOffset) {
  const size_t far = ~size_t{0};
  EXPECT_EQ(suggest()(queue(), fill(), 1, &far, kSizeKHR, size_), CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, invalidValue) {
  EXPECT_EQ(suggest()(queue(), fill(), 1, nullptr, kSizeKHR, nullptr), CL_INVALID_VALUE);
}
