// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clEnqueueMigrateMemObjectsTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, cl_mem_migration_flags flags = 0,
              cl_uint count = 0, const cl_event* waits = nullptr) {
    return clEnqueueMigrateMemObjects(queue, 1, &buffer, flags, count, waits, nullptr);
  }
};

TEST_F(clEnqueueMigrateMemObjectsTest, keepsTheContents) {
  auto initial = counted(64);
  Buffer buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, initial.data());
  ASSERT_EQ(call(queue(), buffer, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  ASSERT_EQ(call(queue(), buffer), CL_SUCCESS);
  EXPECT_EQ(contents(buffer), initial);
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(64);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidContext) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, count, waits);
  });
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(64);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, 0, count, waits);
  });
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidValueForNoObjects) {
  cl_mem none = nullptr;
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue(), 0, &none, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue(), 1, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueMigrateMemObjectsTest, invalidValueForUnknownFlags) {
  Buffer buffer = makeBuffer(64);
  EXPECT_EQ(call(queue(), buffer, 1 << 7), CL_INVALID_VALUE);
}
