// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMigrateMemINTELTest : SvmTest {
  cl_int migrate(const void* pointer, cl_mem_migration_flags flags) {
    return LW_EXTENSION(clEnqueueMigrateMemINTEL)(queue(), pointer, 64, flags, 0, nullptr, nullptr);
  }
};

TEST_F(clEnqueueMigrateMemINTELTest, KeepsTheContents) {
  unsigned char* const memory = sharedUsm(64);
  std::memset(memory, 4, 64);
  for (cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED})
    EXPECT_EQ(migrate(memory, flags), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(memory[63], 4);
}

TEST_F(clEnqueueMigrateMemINTELTest, InvalidValueForUnknownFlags) {
  EXPECT_CONDITION(
      "clEnqueueMigrateMemINTEL/CL_INVALID_VALUE/flags-not-supported-combination-memory",
      migrate(sharedUsm(64), 1 << 7));
}
