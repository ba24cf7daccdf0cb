// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMemFillINTELTest : SvmTest {
  cl_int fill(void* target, const void* pattern, size_t patternBytes, size_t sizeBytes) {
    return LW_EXTENSION(clEnqueueMemFillINTEL)(queue(), target, pattern, patternBytes, sizeBytes, 0,
                                               nullptr, nullptr);
  }
  std::vector<unsigned char> pattern = counted(256);
};

TEST_F(clEnqueueMemFillINTELTest, FillsWithEveryPatternSize) {
  unsigned char* const memory = sharedUsm(1024);
  for (size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    ASSERT_EQ(fill(memory + 128, pattern.data(), patternBytes, 768), CL_SUCCESS) << patternBytes;
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    for (size_t i = 0; i < 768; ++i) ASSERT_EQ(memory[128 + i], i % patternBytes) << patternBytes;
  }
}

TEST_F(clEnqueueMemFillINTELTest, InvalidValueForThePointers) {
  unsigned char* const memory = sharedUsm(64);
  EXPECT_CONDITION("clEnqueueMemFillINTEL/CL_INVALID_VALUE/dst_ptr-null",
                   fill(nullptr, pattern.data(), 4, 0));
  EXPECT_CONDITION("clEnqueueMemFillINTEL/CL_INVALID_VALUE/dst_ptr-not-aligned-pattern_size-bytes",
                   fill(memory + 2, pattern.data(), 4, 16));
  EXPECT_CONDITION("clEnqueueMemFillINTEL/CL_INVALID_VALUE/pattern-null",
                   fill(memory, nullptr, 4, 64));
}

TEST_F(clEnqueueMemFillINTELTest, InvalidValueForTheSizes) {
  unsigned char* const memory = sharedUsm(1024);
  for (size_t patternBytes : {0, 3, 12, 256})
    EXPECT_CONDITION("clEnqueueMemFillINTEL/CL_INVALID_VALUE/pattern_size-not-power-two-greater",
                     fill(memory, pattern.data(), patternBytes, 768))
        << patternBytes;
  EXPECT_CONDITION("clEnqueueMemFillINTEL/CL_INVALID_VALUE/size-not-multiple-pattern_size",
                   fill(memory, pattern.data(), 8, 60));
}
