// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/failing_memory.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clCreateSemaphoreWithPropertiesKHRTest : SemaphoreTest {
  cl_int call(const SemaphoreProperties& list) { return callIn(context(), list); }
  cl_int callIn(cl_context in, const SemaphoreProperties& list) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(create(in, list, &error) == nullptr, error != CL_SUCCESS);
    return error;
  }
  const SemaphoreProperties binary = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
  SemaphoreProperties binaryAnd(const SemaphoreProperties& more) {
    SemaphoreProperties list = binary;
    list.insert(list.end(), more.begin(), more.end());
    return list;
  }
  SemaphoreProperties devices(std::vector<cl_device_id> list) {
    SemaphoreProperties all = {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR};
    for (cl_device_id one : list) all.push_back(reinterpret_cast<cl_semaphore_properties_khr>(one));
    all.push_back(CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR);
    return binaryAnd(all);
  }
};

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, IsNotSignaled) { EXPECT_EQ(payload(make()), 0u); }

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, ForOneDevice) {
  EXPECT_EQ(call(devices({device()})), CL_SUCCESS);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, ToExportEitherHandle) {
  for (cl_semaphore_properties_khr type :
       {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR})
    EXPECT_EQ(call(binaryAnd(exporting(type))), CL_SUCCESS);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, AnImportedFileSharesTheState) {
  Semaphore source = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  Semaphore shared = make(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, exported(source)));
  Semaphore third = make(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, exported(source)));
  ASSERT_EQ(signal(queue(), source), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(shared), 1u);
  source.reset();
  ASSERT_EQ(wait(queue(), shared), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(third), 0u);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, ASyncFileSignalsItOnce) {
  const int file = eventfd(0, EFD_CLOEXEC), ours = fcntl(file, F_DUPFD_CLOEXEC, 0);
  Semaphore semaphore = make(importing(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, file));
  EXPECT_EQ(payload(semaphore), 0u);
  ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(eventfd_write(ours, 1), 0);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  close(ours);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, ASyncFileThatIsNoneIsSignaled) {
  EXPECT_EQ(payload(make(importing(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1))), 1u);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, TakesTheDescriptorIfNothingFails) {
  Semaphore source = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  for (cl_semaphore_properties_khr type :
       {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR}) {
    const int file = exported(source);
    const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                type, cl_semaphore_properties_khr(file), 0};
    const auto create = LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR);
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    int allowed = 0;
    for (; allowed < 40 && error != CL_SUCCESS; ++allowed) {
      ASSERT_NE(fcntl(file, F_GETFD), -1) << "closed by a call that gave " << error;
      const FailingMemory failing(allowed);
      Semaphore made(create(context(), list, &error));
    }
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_TRUE(allowed > 1 || LW_THREAD_SANITIZER) << "the call allocates nothing";
    EXPECT_EQ(fcntl(file, F_GETFD), -1) << "left to the application";
  }
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, WhatDeviceAndPlatformTell) {
  using HandleTypes = std::vector<cl_external_semaphore_handle_type_khr>;
  const HandleTypes both = {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  for (cl_uint name :
       {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(arrayOf<HandleTypes::value_type>(clGetDeviceInfo, device(), name), both);
  for (cl_uint name : {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
                       CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(arrayOf<HandleTypes::value_type>(clGetPlatformInfo, platform(), name), both);
  const std::vector<cl_semaphore_type_khr> binaryOnly = {CL_SEMAPHORE_TYPE_BINARY_KHR};
  EXPECT_EQ(
      arrayOf<cl_semaphore_type_khr>(clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_TYPES_KHR),
      binaryOnly);
  EXPECT_EQ(arrayOf<cl_semaphore_type_khr>(clGetPlatformInfo, platform(),
                                           CL_PLATFORM_SEMAPHORE_TYPES_KHR),
            binaryOnly);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_CONTEXT/context-invalid",
                     callIn(wrong, binary));
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidProperty) {
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/name-unknown",
                   call({0xabcd, 1}))
      << "a name";
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/value-invalid",
                   call({CL_SEMAPHORE_TYPE_KHR, 77}))
      << "a type";
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/name-twice",
                   call(binaryAnd(binary)))
      << "a name given twice";
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/value-invalid",
                   call(binaryAnd(exporting(77))))
      << "a handle type";
  for (cl_semaphore_properties_khr type :
       {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR})
    EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/value-invalid",
                     call(binaryAnd(importing(type, 1 << 20))))
        << "no file";
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/value-invalid",
                   call(binaryAnd(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, file))))
      << "a file that no semaphore gave";
  EXPECT_EQ(fcntl(file, F_GETFD), FD_CLOEXEC) << "closed by a call that failed";
  close(file);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidPropertyForAnEventFileThatBlocks) {
  const int file = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
  EXPECT_EQ(call(binaryAnd(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, file))),
            CL_INVALID_PROPERTY);
  close(file);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidPropertyForTwoHandles) {
  Semaphore source = make(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  const int file = exported(source);
  SemaphoreProperties both = binaryAnd(importing(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, file));
  for (auto word : importing(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1)) both.push_back(word);
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_PROPERTY/"
      "sema_props-includes-more-external-semaphore",
      call(both));
  close(file);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidPropertyWithoutADeviceOfSeveral) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  EXPECT_EQ(callIn(contextOfTwo(), binary), CL_INVALID_PROPERTY);
  EXPECT_EQ(callIn(contextOfTwo(), devices({part()})), CL_SUCCESS);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, OutOfResourcesWithoutAFileDescriptor) {
  const SemaphoreProperties list = binaryAnd(exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
  EXPECT_EQ(call(list), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  {
    const NoMoreFiles none;
    error = call(list);
  }
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_OUT_OF_RESOURCES/device-resources",
                   error);
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidDevice) {
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_DEVICE/"
      "semaphore_device_handle_list_khr-part-sema_props-not-identify",
      call(devices({})))
      << "none";
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_DEVICE/"
      "semaphore_device_handle_list_khr-part-sema_props-not-identify",
      call(devices({device(), device()})))
      << "two";
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_DEVICE/"
      "device-identified-semaphore_device_handle_list_khr-not-devices",
      call(devices({ofOtherType<cl_device_id>()})))
      << "another type";
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidValue) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context(), nullptr, &error), nullptr);
  EXPECT_CONDITION("clCreateSemaphoreWithPropertiesKHR/CL_INVALID_VALUE/sema_props-null", error)
      << "no list";
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_VALUE/sema_props-do-not-property-pairs",
      call({}))
      << "no type";
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidValueForTwoHandleTypes) {
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_VALUE/"
      "more-semaphore-handle-type-semaphore_export_handle_types_khr",
      call(binaryAnd({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                      CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                      CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR})));
}

TEST_F(clCreateSemaphoreWithPropertiesKHRTest, InvalidOperationToExportWhatIsImported) {
  SemaphoreProperties list = binaryAnd(importing(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1));
  for (auto word : exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)) list.push_back(word);
  EXPECT_CONDITION(
      "clCreateSemaphoreWithPropertiesKHR/CL_INVALID_OPERATION/"
      "props_list-external_semaphore_handle_type_khr-followed-handle-well",
      call(list));
}
