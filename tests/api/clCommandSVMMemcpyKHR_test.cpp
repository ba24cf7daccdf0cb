// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"

using namespace lanewise::test;

struct clCommandSVMMemcpyKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record) {
    char from[64] = {}, to[64];
    return extensionFunction<decltype(clCommandSVMMemcpyKHR)>("clCommandSVMMemcpyKHR")(
        record.buffer, record.queue, record.properties, to, from, 64, record.count, record.waits,
        record.point, record.handle);
  }
};

TEST_F(clCommandSVMMemcpyKHRTest, invalidOperationWithoutSharedVirtualMemory) {
  if (infoOf<cl_device_svm_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES))
    GTEST_SKIP() << "the device has it";
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}), CL_INVALID_OPERATION);
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidCommandBuffer) {
  expectInvalidCommandBuffer([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidCommandQueue) {
  expectInvalidCommandQueue([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidOperationOnceFinalized) {
  expectInvalidOperationOnceFinalized([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidSyncPointWaitList) {
  expectInvalidSyncPointWaitList([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidValueForProperties) {
  expectInvalidValueForProperties([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandSVMMemcpyKHRTest, invalidValueForAHandle) {
  expectInvalidValueForAHandle([&](const RecordCall& record) { return call(record); });
}
