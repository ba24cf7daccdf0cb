// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandCopyBufferToImageKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record) {
    const size_t origin[] = {0, 0, 0}, region[] = {1, 1, 1};
    return extensionFunction<decltype(clCommandCopyBufferToImageKHR)>(
        "clCommandCopyBufferToImageKHR")(record.buffer, record.queue, record.properties, memory,
                                         memory, 0, origin, region, record.count, record.waits,
                                         record.point, record.handle);
  }
  Buffer memory = makeBuffer(64);
};

TEST_F(clCommandCopyBufferToImageKHRTest, invalidOperationWithoutImages) {
  if (infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT))
    GTEST_SKIP() << "the device has images";
  CommandBuffer buffer = make();
  EXPECT_CONDITION("clCommandCopyBufferToImageKHR/CL_INVALID_OPERATION/finalized",
                   call({.buffer = buffer}));
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidCommandBuffer) {
  expectInvalidCommandBuffer([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidCommandQueue) {
  expectInvalidCommandQueue([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidOperationOnceFinalized) {
  expectInvalidOperationOnceFinalized([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidSyncPointWaitList) {
  expectInvalidSyncPointWaitList([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidValueForProperties) {
  expectInvalidValueForProperties([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandCopyBufferToImageKHRTest, invalidValueForAHandle) {
  expectInvalidValueForAHandle([&](const RecordCall& record) { return call(record); });
}
