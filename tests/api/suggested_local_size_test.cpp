// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSuggestedLocalWorkSize of OpenCL 3.1 and its variant of
// cl_khr_suggested_local_work_size.
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

namespace {
constexpr size_t kSize[3] = {1024, 16, 4};
}

struct SuggestedLocalSizeTest : ProgramTest, ::testing::WithParamInterface<const char*> {
  using Suggest = decltype(clGetKernelSuggestedLocalWorkSizeKHR)*;
  Suggest suggest() {
    return reinterpret_cast<Suggest>(
        clGetExtensionFunctionAddressForPlatform(platform(), GetParam()));
  }
  std::string id(const char* codeAndKey) { return std::string(GetParam()) + "/" + codeAndKey; }
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

INSTANTIATE_TEST_SUITE_P(Both, SuggestedLocalSizeTest,
                         ::testing::Values("clGetKernelSuggestedLocalWorkSize",
                                           "clGetKernelSuggestedLocalWorkSizeKHR"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(SuggestedLocalSizeTest, DividesTheGlobalSize) {
  ASSERT_NE(suggest(), nullptr);
  ASSERT_EQ(suggest()(queue(), fill(), 3, nullptr, kSize, size_), CL_SUCCESS);
  for (int d = 0; d < 3; ++d) {
    ASSERT_GT(size_[d], 0u);
    EXPECT_EQ(kSize[d] % size_[d], 0u);
  }
}

TEST_P(SuggestedLocalSizeTest, DividesPrimesWhereGroupsMustBeUniform) {
  OwnedProgram uniform = makeProgram();
  ASSERT_EQ(build(uniform, "-cl-uniform-work-group-size"), CL_SUCCESS);
  OwnedKernel count(clCreateKernel(uniform, "count", nullptr));
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetKernelArg(count, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  const size_t prime = 10007;
  ASSERT_EQ(suggest()(queue(), count, 1, nullptr, &prime, size_), CL_SUCCESS);
  EXPECT_EQ(prime % size_[0], 0u) << size_[0];
}

TEST_P(SuggestedLocalSizeTest, InvalidCommandQueue) {
  EXPECT_CONDITION(id("CL_INVALID_COMMAND_QUEUE/invalid-queue"),
                   suggest()(nullptr, fill(), 1, nullptr, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidKernel) {
  EXPECT_CONDITION(id("CL_INVALID_KERNEL/kernel-invalid"),
                   suggest()(queue(), nullptr, 1, nullptr, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidContext) {
  EXPECT_CONDITION(id("CL_INVALID_CONTEXT/kernel-of-other-context"),
                   suggest()(otherQueue(), fill(), 1, nullptr, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidKernelArgs) {
  EXPECT_CONDITION(id("CL_INVALID_KERNEL_ARGS/argument-unset"),
                   suggest()(queue(), kernel(), 1, nullptr, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidWorkDimension) {
  for (cl_uint wrong : {0u, 4u})
    EXPECT_CONDITION(id("CL_INVALID_WORK_DIMENSION/work_dim-invalid"),
                     suggest()(queue(), fill(), wrong, nullptr, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidGlobalWorkSize) {
  const size_t zero[3] = {4, 0, 4};
  EXPECT_CONDITION(id("CL_INVALID_GLOBAL_WORK_SIZE/global_work_size-zero"),
                   suggest()(queue(), fill(), 3, nullptr, zero, size_));
  EXPECT_CONDITION(id("CL_INVALID_GLOBAL_WORK_SIZE/global_work_size-null"),
                   suggest()(queue(), fill(), 1, nullptr, nullptr, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidGlobalOffset) {
  const size_t far = ~size_t{0};
  EXPECT_CONDITION(id("CL_INVALID_GLOBAL_OFFSET/global-range-exceeds-size_t"),
                   suggest()(queue(), fill(), 1, &far, kSize, size_));
}

TEST_P(SuggestedLocalSizeTest, InvalidValue) {
  EXPECT_CONDITION(id("CL_INVALID_VALUE/suggested_local_work_size-null"),
                   suggest()(queue(), fill(), 1, nullptr, kSize, nullptr));
}
