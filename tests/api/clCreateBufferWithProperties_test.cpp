// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/svm_names.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateBufferWithPropertiesTest : ApiTest {
  Buffer make(const cl_mem_properties* properties, cl_int& code) {
    return Buffer(clCreateBufferWithProperties(context(), properties, 0, 64, nullptr, &code));
  }
};

TEST_F(clCreateBufferWithPropertiesTest, TellsPropertiesAsGiven) {
  cl_int code = 0;
  const cl_mem_properties none[] = {0};
  Buffer empty = make(none, code), absent = make(nullptr, code);
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(arrayOf<cl_mem_properties>(clGetMemObjectInfo, empty, CL_MEM_PROPERTIES),
            std::vector<cl_mem_properties>{0});
  EXPECT_TRUE(arrayOf<cl_mem_properties>(clGetMemObjectInfo, absent, CL_MEM_PROPERTIES).empty());
}

TEST_F(clCreateBufferWithPropertiesTest, TakesADeviceAddress) {
  cl_int code = 0;
  for (cl_mem_properties value : {CL_TRUE, CL_FALSE}) {
    const std::vector<cl_mem_properties> list = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, value, 0};
    Buffer buffer = make(list.data(), code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(arrayOf<cl_mem_properties>(clGetMemObjectInfo, buffer, CL_MEM_PROPERTIES), list);
  }
}

TEST_F(clCreateBufferWithPropertiesTest, TheDeviceAddressOfSvmIsThePointer) {
  void* const memory = clSVMAlloc(context(), 0, 64, 0);
  const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  {
    Buffer buffer(
        clCreateBufferWithProperties(context(), list, CL_MEM_USE_HOST_PTR, 64, memory, nullptr));
    EXPECT_EQ(
        infoOf<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT),
        reinterpret_cast<cl_mem_device_address_ext>(memory));
  }
  clSVMFree(context(), memory);
}

TEST_F(clCreateBufferWithPropertiesTest, InvalidPropertyForItsValue) {
  cl_int code = 0;
  const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 7, 0};
  EXPECT_EQ(make(list, code), nullptr);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/value-invalid", code);
}

TEST_F(clCreateBufferWithPropertiesTest, InvalidPropertyForANameGivenTwice) {
  cl_int code = 0;
  const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE,
                                    CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  EXPECT_EQ(make(list, code), nullptr);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/name-twice", code);
}

TEST_F(clCreateBufferWithPropertiesTest, InvalidPropertyForAnUnknownName) {
  cl_int code = 0;
  const cl_mem_properties list[] = {0x7777, 1, 0};
  EXPECT_EQ(make(list, code), nullptr);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_PROPERTY/name-unknown", code);
}

TEST_F(clCreateBufferWithPropertiesTest, InvalidContext) {
  cl_int code = 0;
  EXPECT_EQ(clCreateBufferWithProperties(ofOtherType<cl_context>(), nullptr, 0, 64, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_CONTEXT/context-invalid", code);
}

TEST_F(clCreateBufferWithPropertiesTest, InvalidBufferSize) {
  cl_int code = 0;
  EXPECT_EQ(clCreateBufferWithProperties(context(), nullptr, 0, 0, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_BUFFER_SIZE/size-zero", code);
}

TEST_F(clCreateBufferWithPropertiesTest, HasTheConditionsOfClCreateBuffer) {
  unsigned char byte = 0;
  const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto error = [&](cl_mem_flags flags, size_t sizeBytes, void* pointer) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateBufferWithProperties(context(), nullptr, flags, sizeBytes, pointer, &code),
              nullptr);
    return code;
  };
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_VALUE/flags-invalid",
                   error(cl_mem_flags{1} << 40, 64, nullptr));
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_BUFFER_SIZE/size-exceeds-device",
                   error(0, most + 1, nullptr));
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_HOST_PTR/host_ptr-null",
                   error(CL_MEM_COPY_HOST_PTR, 64, nullptr));
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_HOST_PTR/host_ptr-without-flag",
                   error(0, 1, &byte));
  void* const memory = clSVMAlloc(context(), 0, 64, 0);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_INVALID_BUFFER_SIZE/size-exceeds-svm",
                   error(CL_MEM_USE_HOST_PTR, 65, memory));
  clSVMFree(context(), memory);
}
