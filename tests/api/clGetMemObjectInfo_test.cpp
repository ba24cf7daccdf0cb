// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/svm_names.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetMemObjectInfoTest : ApiTest {};

TEST_F(clGetMemObjectInfoTest, TellsABuffer) {
  Buffer buffer = makeBuffer(100, CL_MEM_READ_ONLY);
  EXPECT_EQ(infoOf<cl_mem_object_type>(clGetMemObjectInfo, buffer, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, buffer, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY));
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE), 100u);
  EXPECT_EQ(infoOf<void*>(clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(infoOf<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_OFFSET), 0u);
  EXPECT_EQ(infoOf<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER),
            cl_bool(CL_FALSE));
}

TEST_F(clGetMemObjectInfoTest, TellsASubBuffer) {
  Buffer parent = makeBuffer(512);
  const cl_buffer_region region{128, 64};
  Buffer part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT), parent);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, part, CL_MEM_OFFSET), 128u);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, part, CL_MEM_SIZE), 64u);
}

TEST_F(clGetMemObjectInfoTest, TellsWhetherItsHostPointerIsSvm) {
  auto* const memory = static_cast<unsigned char*>(clSVMAlloc(context(), 0, 512, 0));
  std::vector<unsigned char> own(512);
  {
    Buffer over = makeBuffer(512, CL_MEM_USE_HOST_PTR, memory);
    Buffer inside = makeBuffer(256, CL_MEM_USE_HOST_PTR, memory + 256);
    Buffer copy = makeBuffer(512, CL_MEM_COPY_HOST_PTR, memory);
    Buffer other = makeBuffer(512, CL_MEM_USE_HOST_PTR, own.data());
    const cl_buffer_region region{128, 64};
    Buffer part(clCreateSubBuffer(over, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
    const auto uses = [](cl_mem buffer) {
      return infoOf<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER) == CL_TRUE;
    };
    EXPECT_TRUE(uses(over) && uses(inside) && uses(part));
    EXPECT_FALSE(uses(copy) || uses(other));
  }
  clSVMFree(context(), memory);
}

TEST_F(clGetMemObjectInfoTest, TellsTheDeviceAddress) {
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  const Buffer buffer(
      clCreateBufferWithProperties(context(), properties, 0, 512, nullptr, nullptr));
  const auto address =
      infoOf<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT);
  EXPECT_NE(address, 0u);
  const cl_buffer_region region{128, 64};
  const Buffer part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  EXPECT_EQ(infoOf<cl_mem_device_address_ext>(clGetMemObjectInfo, part, CL_MEM_DEVICE_ADDRESS_EXT),
            address + 128);
}

TEST_F(clGetMemObjectInfoTest, TellsOneDeviceAddressPerDeviceOfTheContext) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  const Buffer buffer(
      clCreateBufferWithProperties(contextOfTwo(), properties, 0, 64, nullptr, nullptr));
  const auto addresses =
      arrayOf<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT);
  ASSERT_EQ(addresses.size(), 2u);
  EXPECT_EQ(addresses[0], addresses[1]);
}

TEST_F(clGetMemObjectInfoTest, InvalidOperationForNoDeviceAddress) {
  const cl_mem_properties no[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0};
  const Buffer refused(clCreateBufferWithProperties(context(), no, 0, 64, nullptr, nullptr));
  const Buffer plain = makeBuffer(64);
  for (cl_mem buffer : {cl_mem(refused), cl_mem(plain)})
    EXPECT_CONDITION(
        "clGetMemObjectInfo/CL_INVALID_OPERATION/buffer-not-allocated-mem_device_private_address",
        clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, 0, nullptr, nullptr));
}
