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

TEST_F(clEnqueueSVMMemFillTest, FillsWithEveryPatternSize) {
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

TEST_F(clEnqueueSVMMemFillTest, NoBytesNeedNoPointer) {
  EXPECT_EQ(fill(nullptr, 4, 0), CL_SUCCESS);
  EXPECT_EQ(fill(reinterpret_cast<void*>(0xBEEF0000), 4, 0), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMemFillTest, InvalidValueForNull) {
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/svm_ptr-null", fill(nullptr, 4, 64));
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/pattern-null",
                   clEnqueueSVMMemFill(queue(), svm(64), nullptr, 4, 64, 0, nullptr, nullptr));
}

TEST_F(clEnqueueSVMMemFillTest, InvalidValueForAPointerThatIsNotAligned) {
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/svm_ptr-not-aligned-pattern_size-bytes",
                   fill(svm(64) + 4, 8, 16));
}

TEST_F(clEnqueueSVMMemFillTest, InvalidValueForThePatternSize) {
  unsigned char* const memory = svm(1024);
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/pattern_size-zero", fill(memory, 0, 768));
  for (size_t patternBytes : {3, 12})
    EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/pattern_size-not-power-two",
                     fill(memory, patternBytes, 768))
        << patternBytes;
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/pattern_size-greater-128",
                   fill(memory, 256, 768));
}

TEST_F(clEnqueueSVMMemFillTest, InvalidValueForNoMultipleOfThePattern) {
  EXPECT_CONDITION("clEnqueueSVMMemFill/CL_INVALID_VALUE/size-not-multiple-pattern_size",
                   fill(svm(64), 8, 60));
}
