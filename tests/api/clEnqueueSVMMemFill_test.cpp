// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMMemFillTest : SvmTest {
  cl_int fill(void* target, size_t patternBytes, size_t sizeBytes) {
    return clEnqueueSVMMemFill(queue(), target, pattern.data(), patternBytes, sizeBytes, 0, nullptr,
                               nullptr);
  }
  std::vector<unsigned char> pattern = counted(256);
};

TEST_F(clEnqueueSVMMemFillTest, fillsWithEveryPatternSize) {
  for (size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    unsigned char* const memory = svm(1024);
    std::memset(memory, 222, 1024);
    ASSERT_EQ(fill(memory + 128, patternBytes, 768), CL_SUCCESS) << patternBytes;
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    for (size_t i = 0; i < 768; ++i) ASSERT_EQ(memory[128 + i], i % patternBytes) << patternBytes;
    EXPECT_EQ(memory[127], 222);
    EXPECT_EQ(memory[896], 222);
  }
}

TEST_F(clEnqueueSVMMemFillTest, noBytesNeedNoPointer) {
  EXPECT_EQ(fill(nullptr, 4, 0), CL_SUCCESS);
  EXPECT_EQ(fill(reinterpret_cast<void*>(0xBEEF0000), 4, 0), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMemFillTest, isACommand) {
  unsigned char* const memory = svm(64);
  expectACommand(
      [&](cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
        return clEnqueueSVMMemFill(queue, memory, pattern.data(), 4, 64, count, waits, event);
      },
      CL_COMMAND_SVM_MEMFILL);
}

TEST_F(clEnqueueSVMMemFillTest, invalidValueForNull) {
  EXPECT_EQ(fill(nullptr, 4, 64), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(queue(), svm(64), nullptr, 4, 64, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMemFillTest, invalidValueForAPointerThatIsNotAligned) {
  EXPECT_EQ(fill(svm(64) + 4, 8, 16), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMemFillTest, invalidValueForThePatternSize) {
  unsigned char* const memory = svm(1024);
  for (size_t patternBytes : {0, 3, 12, 256})
    EXPECT_EQ(fill(memory, patternBytes, 768), CL_INVALID_VALUE) << patternBytes;
}

TEST_F(clEnqueueSVMMemFillTest, invalidValueForNoMultipleOfThePattern) {
  EXPECT_EQ(fill(svm(64), 8, 60), CL_INVALID_VALUE);
}
