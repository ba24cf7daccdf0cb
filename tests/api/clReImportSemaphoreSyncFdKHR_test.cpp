// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clReImportSemaphoreSyncFdKHRTest : SemaphoreTest {
  cl_int call(cl_semaphore_khr semaphore, int file,
              cl_semaphore_reimport_properties_khr* properties = nullptr) {
    return LW_EXTENSION(clReImportSemaphoreSyncFdKHR)(semaphore, properties, file);
  }
  Semaphore imported = make(importing(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1));
};

TEST_F(clReImportSemaphoreSyncFdKHRTest, TakesThePlaceOfTheStateBefore) {
  ASSERT_EQ(payload(imported), 1u);
  const int file = eventfd(0, EFD_CLOEXEC), ours = fcntl(file, F_DUPFD_CLOEXEC, 0);
  ASSERT_EQ(call(imported, file), CL_SUCCESS);
  EXPECT_EQ(payload(imported), 0u);
  ASSERT_EQ(eventfd_write(ours, 1), 0);
  ASSERT_EQ(wait(queue(), imported), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  close(ours);
  ASSERT_EQ(call(imported, -1), CL_SUCCESS);
  EXPECT_EQ(payload(imported), 1u);
}

TEST_F(clReImportSemaphoreSyncFdKHRTest, AFileThatWasReplacedSignalsNothing) {
  const int file = eventfd(0, EFD_CLOEXEC), ours = fcntl(file, F_DUPFD_CLOEXEC, 0);
  ASSERT_EQ(call(imported, file), CL_SUCCESS);
  ASSERT_EQ(call(imported, eventfd(0, EFD_CLOEXEC)), CL_SUCCESS);
  ASSERT_EQ(eventfd_write(ours, 1), 0);
  EXPECT_EQ(payload(imported), 0u);
  close(ours);
}

TEST_F(clReImportSemaphoreSyncFdKHRTest, InvalidSemaphore) {
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    EXPECT_CONDITION("clReImportSemaphoreSyncFdKHR/CL_INVALID_SEMAPHORE_KHR/sema_object-invalid",
                     call(wrong, -1));
  Semaphore plain = make();
  EXPECT_CONDITION(
      "clReImportSemaphoreSyncFdKHR/CL_INVALID_SEMAPHORE_KHR/"
      "semaphore_handle_sync_fd_khr-handle-not-imported-sema_object",
      call(plain, -1))
      << "not imported";
}

TEST_F(clReImportSemaphoreSyncFdKHRTest, InvalidValue) {
  EXPECT_CONDITION("clReImportSemaphoreSyncFdKHR/CL_INVALID_VALUE/fd-invalid",
                   call(imported, 1 << 20))
      << "no file";
  cl_semaphore_reimport_properties_khr unknown[] = {0xabcd, 1, 0};
  EXPECT_CONDITION("clReImportSemaphoreSyncFdKHR/CL_INVALID_VALUE/fd-invalid",
                   call(imported, -1, unknown))
      << "a property";
}
