// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"
#include "tests/asleep.h"

using namespace lanewise::test;

struct clGetSemaphoreHandleForTypeKHRTest : SemaphoreTest {
  decltype(clGetSemaphoreHandleForTypeKHR)* call = LW_EXTENSION(clGetSemaphoreHandleForTypeKHR);
};

TEST_F(clGetSemaphoreHandleForTypeKHRTest, AnOpaqueFileIsReadableWhileSignaled) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  pollfd file{exported(semaphore), POLLIN, 0};
  ASSERT_GE(file.fd, 0);
  EXPECT_EQ(poll(&file, 1, 0), 0);
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(poll(&file, 1, 0), 1);
  close(file.fd);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, ASyncFileTakesTheSignal) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  int file = 7;
  ASSERT_EQ(exportTo(semaphore, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, &file), CL_SUCCESS);
  EXPECT_EQ(file, -1) << "signaled";
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, TheSizeAlone) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  size_t sizeBytes = 0;
  ASSERT_EQ(call(semaphore, device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, nullptr, &sizeBytes),
            CL_SUCCESS);
  EXPECT_EQ(sizeBytes, sizeof(int));
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidOperationForASyncFileThatNothingWillSignal) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  int file = 7;
  EXPECT_EQ(exportTo(semaphore, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, &file), CL_INVALID_OPERATION);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidOperationWhenTheSignalThatItWaitsForFails) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  cl_event gate = clCreateUserEvent(context(), nullptr);
  ASSERT_EQ(signal(queue(), semaphore, 1, &gate), CL_SUCCESS);
  cl_int result = CL_SUCCESS;
  Sleeper exporter([&] {
    int file = 7;
    result = exportTo(semaphore, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, &file);
  });
  exporter.waitUntilAsleep();
  EXPECT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  exporter.join();
  EXPECT_EQ(result, CL_INVALID_OPERATION);
  EXPECT_EQ(payload(semaphore), 0u);
  clReleaseEvent(gate);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidOperationWhenTheSignalIsAnothers) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  cl_event gate = clCreateUserEvent(context(), nullptr);
  ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  cl_command_queue other =
      clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  ASSERT_EQ(signal(other, semaphore, 1, &gate), CL_SUCCESS);
  cl_int result = CL_SUCCESS;
  Sleeper exporter([&] {
    int file = 7;
    result = exportTo(semaphore, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, &file);
  });
  exporter.waitUntilAsleep();
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  exporter.join();
  EXPECT_EQ(result, CL_INVALID_OPERATION);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  clReleaseCommandQueue(other);
  clReleaseEvent(gate);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidSemaphore) {
  int file = -1;
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    EXPECT_CONDITION("clGetSemaphoreHandleForTypeKHR/CL_INVALID_SEMAPHORE_KHR/sema_object-invalid",
                     exportTo(wrong, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, &file));
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidDevice) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  int file = -1;
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_DEVICE/device-invalid",
      call(semaphore, nullptr, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof file, &file, nullptr));
  if (!part()) return;
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_DEVICE/sema_object-belongs-context-not-device",
      call(semaphore, part(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof file, &file, nullptr))
      << "not of the context";
  SemaphoreProperties list = exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR);
  for (auto word : {cl_semaphore_properties_khr(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
                    reinterpret_cast<cl_semaphore_properties_khr>(part()),
                    cl_semaphore_properties_khr(CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR)})
    list.push_back(word);
  Semaphore ofPart = makeIn(contextOfTwo(), list);
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_DEVICE/sema_object-not-shared-device",
      call(ofPart, device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof file, &file, nullptr))
      << "not in its list";
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, OutOfResourcesWithoutAFileDescriptor) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  int file = -1;
  cl_int error = CL_SUCCESS;
  {
    const NoMoreFiles none;
    error = exportTo(semaphore, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, &file);
  }
  EXPECT_CONDITION("clGetSemaphoreHandleForTypeKHR/CL_OUT_OF_RESOURCES/device-resources", error);
}

TEST_F(clGetSemaphoreHandleForTypeKHRTest, InvalidValue) {
  Semaphore semaphore = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)), plain = make();
  int file = -1;
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_VALUE/requested-external-semaphore-handle-type",
      exportTo(semaphore, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, &file));
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_VALUE/requested-external-semaphore-handle-type",
      exportTo(plain, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, &file));
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_VALUE/requested-external-semaphore-handle-type",
      exportTo(plain, 0, &file));
  EXPECT_CONDITION(
      "clGetSemaphoreHandleForTypeKHR/CL_INVALID_VALUE/size-bytes-handle_size-less-size",
      call(semaphore, device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 1, &file, nullptr))
      << "a size";
}
