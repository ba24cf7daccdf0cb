// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueMigrateMemObjectsTest : ApiTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, cl_mem_migration_flags flags = 0,
              cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueMigrateMemObjects(queue, 1, &buffer, flags, count, waits, nullptr);
  }
};

TEST_F(clEnqueueMigrateMemObjectsTest, KeepsTheContents) {
  auto initial = counted(64);
  Buffer buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, initial.data());
  ASSERT_EQ(call(queue(), buffer, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  ASSERT_EQ(call(queue(), buffer), CL_SUCCESS);
  EXPECT_EQ(contents(buffer), initial);
}

TEST_F(clEnqueueMigrateMemObjectsTest, InvalidValueForNoObjects) {
  cl_mem none = nullptr;
  EXPECT_CONDITION("clEnqueueMigrateMemObjects/CL_INVALID_VALUE/num_mem_objects-zero",
                   clEnqueueMigrateMemObjects(queue(), 0, &none, 0, 0, nullptr, nullptr));
  EXPECT_CONDITION("clEnqueueMigrateMemObjects/CL_INVALID_VALUE/mem_objects-null",
                   clEnqueueMigrateMemObjects(queue(), 1, nullptr, 0, 0, nullptr, nullptr));
}

TEST_F(clEnqueueMigrateMemObjectsTest, InvalidValueForUnknownFlags) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueMigrateMemObjects/CL_INVALID_VALUE/flags-invalid",
                   call(queue(), buffer, 1 << 7));
}
