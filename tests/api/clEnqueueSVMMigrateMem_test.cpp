// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMMigrateMemTest : SvmTest {
  cl_int migrate(const void* pointer, size_t sizeBytes, cl_mem_migration_flags flags = 0) {
    return clEnqueueSVMMigrateMem(queue(), 1, &pointer, &sizeBytes, flags, 0, nullptr, nullptr);
  }
};

TEST_F(clEnqueueSVMMigrateMemTest, KeepsTheContents) {
  unsigned char* const memory = svm(64);
  std::memset(memory, 4, 64);
  for (cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED})
    EXPECT_EQ(migrate(memory, 64, flags), CL_SUCCESS);
  EXPECT_EQ(migrate(memory + 60, 4), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(memory[63], 4);
}

TEST_F(clEnqueueSVMMigrateMemTest, TakesWholeAllocations) {
  const void* pointers[] = {svm(64), svm(64) + 8, nullptr};
  const size_t sizes[] = {0, 0, 0};
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue(), 3, pointers, nullptr, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue(), 3, pointers, sizes, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(clEnqueueSVMMigrateMemTest, TakesMemoryOfTheProcess) {
  std::vector<unsigned char> own(64);
  EXPECT_EQ(migrate(own.data(), 64), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMigrateMemTest, InvalidValueForNoPointers) {
  const void* memory = svm(64);
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/num_svm_pointers-zero",
                   clEnqueueSVMMigrateMem(queue(), 0, &memory, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/svm_pointers-null",
                   clEnqueueSVMMigrateMem(queue(), 1, nullptr, nullptr, 0, 0, nullptr, nullptr));
}

TEST_F(clEnqueueSVMMigrateMemTest, InvalidValueForUnknownFlags) {
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/flags-not-zero-not-valid",
                   migrate(svm(64), 64, 1 << 7));
}

TEST_F(clEnqueueSVMMigrateMemTest, InvalidValueForARangeThatLeavesItsAllocation) {
  unsigned char* const memory = svm(64);
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/sizes-i-non-zero-memory-range",
                   migrate(memory, 65));
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/sizes-i-non-zero-memory-range",
                   migrate(memory + 60, 5));
  EXPECT_CONDITION("clEnqueueSVMMigrateMem/CL_INVALID_VALUE/sizes-i-non-zero-memory-range",
                   migrate(nullptr, 1));
}
