// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clCommandFillImageKHRTest : CommandBufferTest {
  cl_int call(const RecordCall& record) {
    const size_t origin[] = {0, 0, 0}, region[] = {1, 1, 1};
    return extensionFunction<decltype(clCommandFillImageKHR)>("clCommandFillImageKHR")(
        record.buffer, record.queue, record.properties, memory, &memory, origin, region,
        record.count, record.waits, record.point, record.handle);
  }
  Buffer memory = makeBuffer(64);
};

TEST_F(clCommandFillImageKHRTest, invalidOperationWithoutImages) {
  if (infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT))
    GTEST_SKIP() << "the device has images";
  CommandBuffer buffer = make();
  EXPECT_CONDITION("clCommandFillImageKHR/CL_INVALID_OPERATION/finalized",
                   call({.buffer = buffer}));
}

TEST_F(clCommandFillImageKHRTest, invalidCommandBuffer) {
  expectInvalidCommandBuffer([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandFillImageKHRTest, invalidCommandQueue) {
  expectInvalidCommandQueue([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandFillImageKHRTest, invalidOperationOnceFinalized) {
  expectInvalidOperationOnceFinalized([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandFillImageKHRTest, invalidSyncPointWaitList) {
  expectInvalidSyncPointWaitList([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandFillImageKHRTest, invalidValueForProperties) {
  expectInvalidValueForProperties([&](const RecordCall& record) { return call(record); });
}

TEST_F(clCommandFillImageKHRTest, invalidValueForAHandle) {
  expectInvalidValueForAHandle([&](const RecordCall& record) { return call(record); });
}
