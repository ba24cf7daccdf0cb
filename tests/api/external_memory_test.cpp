// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_external_memory: imports of descriptors, their properties and errors.
#include "tests/api/external_memory_fixture.h"
#include "tests/sanitizers.h"

#include "runtime/base/svm_names.h"

using namespace lanewise::test;

struct externalMemoryTest : ExternalMemoryTest {
  cl_int errorOf(Properties list, size_t sizeBytes = 64, cl_mem_flags flags = CL_MEM_READ_WRITE,
                 void* hostPointer = nullptr) {
    cl_int error = CL_SUCCESS;
    Buffer made(create(std::move(list), &error, sizeBytes, flags, hostPointer));
    EXPECT_EQ(made == nullptr, error != CL_SUCCESS);
    return error;
  }
  Properties devices(const Properties& first, std::vector<cl_device_id> list) {
    Properties all = first;
    all.push_back(CL_MEM_DEVICE_HANDLE_LIST_KHR);
    for (cl_device_id one : list) all.push_back(reinterpret_cast<cl_mem_properties>(one));
    all.push_back(CL_MEM_DEVICE_HANDLE_LIST_END_KHR);
    return all;
  }
  Properties opaque() { return of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, file.given()); }
  MemoryFile file{8192};
};

TEST_F(externalMemoryTest, IsTheSameMemory) {
  for (cl_mem_properties type :
       {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR}) {
    cl_int error = CL_SUCCESS;
    Buffer buffer(create(of(type, file.given()), &error, 8192));
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_int value = cl_int(type);
    ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &value, 4, 0, 8192, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    cl_int seen = 0;
    ASSERT_EQ(pread(file.file, &seen, 4, 8188), 4);
    EXPECT_EQ(seen, value);
    const cl_int back = 7;
    ASSERT_EQ(pwrite(file.file, &back, 4, 0), 4);
    EXPECT_EQ(contents(buffer)[0], 7);
  }
}

TEST_F(externalMemoryTest, OfTwoImportsIsOneMemory) {
  Buffer first = import(file), second = import(file);
  const cl_int value = 5;
  ASSERT_EQ(clEnqueueFillBuffer(queue(), first, &value, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents(second)[60], 5);
}

TEST_F(externalMemoryTest, TheBufferOwnsTheDescriptor) {
  const int given = file.given();
  cl_int error = CL_SUCCESS;
  Buffer buffer(create(of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, given), &error));
  ASSERT_EQ(error, CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(fcntl(given, F_GETFD), -1);
}

TEST_F(externalMemoryTest, AFailedCallLeavesTheDescriptor) {
  const int given = file.given();
  EXPECT_EQ(errorOf(of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, given), 9000),
            CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(fcntl(given, F_GETFD), FD_CLOEXEC);
  close(given);
}

TEST_F(externalMemoryTest, PropertiesAsGiven) {
  Properties list = devices(opaque(), {device()});
  cl_int error = CL_SUCCESS;
  Buffer buffer(create(list, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  list.push_back(0);
  EXPECT_EQ(arrayOf<cl_mem_properties>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_PROPERTIES),
            list);
}

TEST_F(externalMemoryTest, HandleTypesOfDeviceAndPlatform) {
  const std::vector<cl_external_memory_handle_type_khr> both = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
  EXPECT_EQ(arrayOf<cl_external_memory_handle_type_khr>(
                clGetDeviceInfo, device(), CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR),
            both);
  EXPECT_EQ(arrayOf<cl_external_memory_handle_type_khr>(
                clGetPlatformInfo, platform(), CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR),
            both);
}

TEST_F(externalMemoryTest, InvalidProperty) {
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/value-invalid",
                   errorOf(of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, -1)))
      << "no file";
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/value-invalid",
                   errorOf(of(CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, ends[0])))
      << "a file that cannot be mapped";
  EXPECT_CONDITION(
      "clCreateBufferWithProperties/CL_INVALID_PROPERTY/properties-not-include-supported-external",
      errorOf(devices({}, {device()})));
  close(ends[0]);
  close(ends[1]);
}

TEST_F(externalMemoryTest, InvalidPropertyForADeviceAddress) {
  Properties both = opaque();
  const int given = int(both[1]);
  both.insert(both.end(), {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE});
  EXPECT_EQ(errorOf(both), CL_INVALID_PROPERTY);
  close(given);
}

TEST_F(externalMemoryTest, InvalidPropertyForTwoHandles) {
  const int given = file.given();
  Properties twice = of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, given);
  for (cl_mem_properties word : of(CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, given))
    twice.push_back(word);
  EXPECT_CONDITION(
      "clCreateBufferWithProperties/CL_INVALID_PROPERTY/properties-includes-more-external-memory",
      errorOf(twice));
  twice[2] = twice[0];
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/name-twice", errorOf(twice));
  close(given);
}

TEST_F(externalMemoryTest, InvalidDevice) {
  const Properties handle = opaque();
  EXPECT_CONDITION(
      "clCreateBufferWithProperties/CL_INVALID_DEVICE/"
      "device-identified-property-mem_device_handle_list_khr-not",
      errorOf(devices(handle, {ofOtherType<cl_device_id>()})));
  EXPECT_EQ(errorOf(devices(handle, {})), CL_INVALID_DEVICE) << "none";
  close(int(handle[1]));
}

TEST_F(externalMemoryTest, InvalidValueForFlagsOfHostMemory) {
  const Properties handle = opaque();
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    EXPECT_CONDITION(
        "clCreateBufferWithProperties/CL_INVALID_VALUE/"
        "properties-includes-supported-external-memory",
        errorOf(handle, 64, flags))
        << flags;
  close(int(handle[1]));
}

TEST_F(externalMemoryTest, InvalidHostPtr) {
  const Properties handle = opaque();
  char host[64];
  EXPECT_CONDITION(
      "clCreateBufferWithProperties/CL_INVALID_HOST_PTR/"
      "properties-includes-supported-external-memory",
      errorOf(handle, 64, CL_MEM_READ_WRITE, host));
  close(int(handle[1]));
}

TEST_F(externalMemoryTest, OutOfResourcesWithoutAFileDescriptor) {
  if (LW_ADDRESS_SANITIZER) GTEST_SKIP() << "UBSan asks for descriptors to look at objects";
  const Properties handle = opaque();
  const cl_context in = context();
  EXPECT_NE(in, nullptr);
  cl_int error = CL_SUCCESS;
  {
    const NoMoreFiles none;
    EXPECT_EQ(create(handle, &error), nullptr);
  }
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_OUT_OF_RESOURCES/device-resources", error);
  EXPECT_EQ(errorOf(handle), CL_SUCCESS) << "with descriptors again";
}

TEST_F(externalMemoryTest, InvalidBufferSizeForMoreThanThereIs) {
  const Properties handle = opaque();
  EXPECT_EQ(errorOf(handle, 8193), CL_INVALID_BUFFER_SIZE);
  close(int(handle[1]));
}
