// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBuffer and clEnqueueWriteBuffer: one suite for both directions.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

namespace {

struct BufferTransferTest : ApiTest, ::testing::WithParamInterface<bool> {
  bool reads() { return GetParam(); }
  std::string id(const char* codeAndKey) {
    return std::string(reads() ? "clEnqueueReadBuffer/" : "clEnqueueWriteBuffer/") + codeAndKey;
  }
  cl_int transfer(cl_mem buffer, size_t offset, size_t sizeBytes, void* pointer,
                  cl_bool blocking = CL_TRUE, cl_uint count = 0, const cl_event* waits = nullptr,
                  cl_event* event = nullptr) {
    return reads() ? clEnqueueReadBuffer(queue(), buffer, blocking, offset, sizeBytes, pointer,
                                         count, waits, event)
                   : clEnqueueWriteBuffer(queue(), buffer, blocking, offset, sizeBytes, pointer,
                                          count, waits, event);
  }
  /// The current bytes of the destination: of `host` or of the buffer.
  std::vector<unsigned char> arrived(cl_mem buffer) { return reads() ? host : contents(buffer); }
  std::vector<unsigned char> host = std::vector<unsigned char>(200, 99);
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, BufferTransferTest, ::testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer");
});

TEST_P(BufferTransferTest, MovesAPart) {
  auto initial = counted(200);
  Buffer buffer = makeBuffer(200, CL_MEM_COPY_HOST_PTR, initial.data());
  auto expected = reads() ? host : initial;
  const auto& source = reads() ? initial : host;
  std::copy_n(source.begin() + (reads() ? 100 : 0), 64, expected.begin() + (reads() ? 0 : 100));
  ASSERT_EQ(transfer(buffer, 100, 64, host.data()), CL_SUCCESS);
  EXPECT_EQ(arrived(buffer), expected);
}

TEST_P(BufferTransferTest, NotBlockingIsDoneAfterFinish) {
  auto initial = counted(200);
  Buffer buffer = makeBuffer(200, CL_MEM_COPY_HOST_PTR, initial.data());
  cl_event raw = nullptr;
  ASSERT_EQ(transfer(buffer, 0, 200, host.data(), CL_FALSE, 0, nullptr, &raw), CL_SUCCESS);
  Event event(raw);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_EQ(arrived(buffer), reads() ? initial : std::vector<unsigned char>(200, 99));
}

TEST_P(BufferTransferTest, WaitsForItsEvents) {
  alignas(128) unsigned char bytes[200] = {};
  Buffer buffer = makeBuffer(200, CL_MEM_USE_HOST_PTR, bytes);
  Event gate = userEvent(context());
  cl_event raw = nullptr;
  ASSERT_EQ(transfer(buffer, 0, 200, host.data(), CL_FALSE, 1, gate.array(), &raw), CL_SUCCESS);
  Event event(raw);
  ASSERT_EQ(clFlush(queue()), CL_SUCCESS);
  EXPECT_GT(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_NE(host[1], bytes[1]) << "ran before its event";
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(host[1], bytes[1]);
}

TEST_P(BufferTransferTest, MovesMuchByManyThreads) {
  auto bytes = counted((9 << 20) + 5);
  std::vector<unsigned char> zeros(bytes.size());
  Buffer buffer = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, (reads() ? bytes : zeros).data());
  host = reads() ? zeros : bytes;
  ASSERT_EQ(transfer(buffer, 0, bytes.size(), host.data(), CL_FALSE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(arrived(buffer), bytes);
}

TEST_P(BufferTransferTest, InvalidValueForARegionThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION(id("CL_INVALID_VALUE/region-outside"), transfer(buffer, 1, 64, host.data()));
  EXPECT_CONDITION(id("CL_INVALID_VALUE/region-outside"),
                   transfer(buffer, SIZE_MAX, 2, host.data()));
}

TEST_P(BufferTransferTest, InvalidValueForNoHostMemory) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION(id("CL_INVALID_VALUE/ptr-null"), transfer(buffer, 0, 64, nullptr));
}

TEST_P(BufferTransferTest, InvalidOperationWithoutHostAccess) {
  for (cl_mem_flags flags :
       {reads() ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_CONDITION(id("CL_INVALID_OPERATION/host-access"),
                     transfer(makeBuffer(64, flags), 0, 64, host.data()))
        << flags;
  EXPECT_EQ(transfer(makeBuffer(64, reads() ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY), 0,
                     64, host.data()),
            CL_SUCCESS);
}
