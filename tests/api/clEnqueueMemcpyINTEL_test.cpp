// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMemcpyINTELTest : SvmTest {
  cl_int copy(void* target, const void* source, size_t sizeBytes) {
    return LW_EXTENSION(clEnqueueMemcpyINTEL)(queue(), CL_TRUE, target, source, sizeBytes, 0,
                                              nullptr, nullptr);
  }
};

TEST_F(clEnqueueMemcpyINTELTest, CopiesBetweenHostAndUsm) {
  const auto source = counted(1000);
  unsigned char* const memory = sharedUsm(1000);
  std::vector<unsigned char> target(1000);
  ASSERT_EQ(copy(memory, source.data(), 1000), CL_SUCCESS);
  ASSERT_EQ(copy(target.data(), memory, 1000), CL_SUCCESS);
  EXPECT_EQ(target, source);
  EXPECT_EQ(copy(target.data(), memory, 0), CL_SUCCESS);
}

TEST_F(clEnqueueMemcpyINTELTest, InvalidValueForNull) {
  unsigned char* const memory = sharedUsm(64);
  for (size_t sizeBytes : {0, 8}) {
    EXPECT_CONDITION("clEnqueueMemcpyINTEL/CL_INVALID_VALUE/dst_ptr-src_ptr-null",
                     copy(nullptr, memory, sizeBytes));
    EXPECT_CONDITION("clEnqueueMemcpyINTEL/CL_INVALID_VALUE/dst_ptr-src_ptr-null",
                     copy(memory, nullptr, sizeBytes));
  }
}

TEST_F(clEnqueueMemcpyINTELTest, MemCopyOverlap) {
  unsigned char* const memory = sharedUsm(64);
  EXPECT_CONDITION(
      "clEnqueueMemcpyINTEL/CL_MEM_COPY_OVERLAP/dst_ptr-src_ptr-size-result-overlapping",
      copy(memory, memory + 31, 32));
  EXPECT_CONDITION(
      "clEnqueueMemcpyINTEL/CL_MEM_COPY_OVERLAP/dst_ptr-src_ptr-size-result-overlapping",
      copy(memory + 31, memory, 32));
}
