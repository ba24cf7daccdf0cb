// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMMemcpyTest : SvmTest {
  cl_int copy(void* target, const void* source, size_t sizeBytes, cl_bool blocking = CL_TRUE) {
    return clEnqueueSVMMemcpy(queue(), blocking, target, source, sizeBytes, 0, nullptr, nullptr);
  }
};

TEST_F(clEnqueueSVMMemcpyTest, CopiesBetweenHostAndSvm) {
  const auto source = counted(3 << 20);
  unsigned char* const first = svm(source.size());
  unsigned char* const second = svm(source.size(), CL_MEM_SVM_FINE_GRAIN_BUFFER);
  std::vector<unsigned char> target(source.size());
  ASSERT_EQ(copy(first, source.data(), source.size(), CL_FALSE), CL_SUCCESS);
  ASSERT_EQ(copy(second, first, source.size(), CL_FALSE), CL_SUCCESS);
  ASSERT_EQ(copy(target.data() + 1, second + 1, source.size() - 1), CL_SUCCESS);
  target[0] = source[0];
  EXPECT_EQ(target, source);
}

TEST_F(clEnqueueSVMMemcpyTest, CopiesBetweenNeighbours) {
  unsigned char* const memory = svm(64);
  std::memset(memory, 1, 32);
  EXPECT_EQ(copy(memory + 32, memory, 32), CL_SUCCESS);
  EXPECT_EQ(memory[63], 1);
}

TEST_F(clEnqueueSVMMemcpyTest, NoBytesNeedNoPointers) {
  unsigned char* const memory = svm(64);
  for (void* pointer : {static_cast<void*>(nullptr), static_cast<void*>(memory),
                        reinterpret_cast<void*>(0xDEADBEEF)}) {
    EXPECT_EQ(copy(pointer, memory, 0), CL_SUCCESS);
    EXPECT_EQ(copy(memory, pointer, 0), CL_SUCCESS);
  }
}

TEST_F(clEnqueueSVMMemcpyTest, InvalidValueForNull) {
  unsigned char* const memory = svm(64);
  EXPECT_CONDITION("clEnqueueSVMMemcpy/CL_INVALID_VALUE/dst_ptr-null", copy(nullptr, memory, 1));
  EXPECT_CONDITION("clEnqueueSVMMemcpy/CL_INVALID_VALUE/src_ptr-null", copy(memory, nullptr, 1));
}

TEST_F(clEnqueueSVMMemcpyTest, MemCopyOverlap) {
  unsigned char* const memory = svm(64);
  for (size_t offset : {0, 1, 31}) {
    EXPECT_CONDITION(
        "clEnqueueSVMMemcpy/CL_MEM_COPY_OVERLAP/dst_ptr-src_ptr-size-result-overlapping",
        copy(memory + offset, memory, 32))
        << offset;
    EXPECT_CONDITION(
        "clEnqueueSVMMemcpy/CL_MEM_COPY_OVERLAP/dst_ptr-src_ptr-size-result-overlapping",
        copy(memory, memory + offset, 32))
        << offset;
  }
}
