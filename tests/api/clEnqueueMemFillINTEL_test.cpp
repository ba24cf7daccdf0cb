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

TEST_F(clEnqueueMemFillINTELTest, fillsWithEveryPatternSize) {
  unsigned char* const memory = sharedUsm(1024);
  for (size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    ASSERT_EQ(fill(memory + 128, pattern.data(), patternBytes, 768), CL_SUCCESS) << patternBytes;
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    for (size_t i = 0; i < 768; ++i) ASSERT_EQ(memory[128 + i], i % patternBytes) << patternBytes;
  }
}

TEST_F(clEnqueueMemFillINTELTest, isACommand) {
  unsigned char* const memory = sharedUsm(64);
  expectACommand(
      [&](cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
        return LW_EXTENSION(clEnqueueMemFillINTEL)(queue, memory, pattern.data(), 4, 64, count,
                                                   waits, event);
      },
      CL_COMMAND_MEMFILL_INTEL);
}

TEST_F(clEnqueueMemFillINTELTest, invalidValueForThePointers) {
  unsigned char* const memory = sharedUsm(64);
  EXPECT_EQ(fill(nullptr, pattern.data(), 4, 0), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory + 2, pattern.data(), 4, 16), CL_INVALID_VALUE) << "not aligned";
  EXPECT_EQ(fill(memory, nullptr, 4, 64), CL_INVALID_VALUE);
}

TEST_F(clEnqueueMemFillINTELTest, invalidValueForTheSizes) {
  unsigned char* const memory = sharedUsm(1024);
  for (size_t patternBytes : {0, 3, 12, 256})
    EXPECT_EQ(fill(memory, pattern.data(), patternBytes, 768), CL_INVALID_VALUE) << patternBytes;
  EXPECT_EQ(fill(memory, pattern.data(), 8, 60), CL_INVALID_VALUE);
}
