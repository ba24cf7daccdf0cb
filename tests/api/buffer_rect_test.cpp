// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBufferRect and clEnqueueWriteBufferRect: one suite for both directions.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

namespace {

struct Box {
  size_t bufferOrigin[3] = {1, 1, 1}, hostOrigin[3] = {2, 0, 0}, region[3] = {3, 2, 2};
  size_t bufferRow = 8, bufferSlice = 32, hostRow = 5, hostSlice = 15;
};

// A box of 3 x 2 x 2 bytes in a buffer of rows of 8 and slices of 32 bytes, and in host memory of
// rows of 5 and slices of 15 bytes.
struct BufferRectTest : ApiTest, ::testing::WithParamInterface<bool> {
  bool reads() { return GetParam(); }
  std::string id(const std::string& codeAndKey) {
    return std::string(reads() ? "clEnqueueReadBufferRect/" : "clEnqueueWriteBufferRect/") +
           codeAndKey;
  }
  cl_int call(cl_mem buffer, const Box& box = {}) {
    return with(buffer, box, box.bufferOrigin, box.hostOrigin, box.region, host.data());
  }
  cl_int with(cl_mem buffer, const Box& box, const size_t* bufferOrigin, const size_t* hostOrigin,
              const size_t* region, void* pointer) {
    return reads() ? clEnqueueReadBufferRect(queue(), buffer, CL_TRUE, bufferOrigin, hostOrigin,
                                             region, box.bufferRow, box.bufferSlice, box.hostRow,
                                             box.hostSlice, pointer, 0, nullptr, nullptr)
                   : clEnqueueWriteBufferRect(queue(), buffer, CL_TRUE, bufferOrigin, hostOrigin,
                                              region, box.bufferRow, box.bufferSlice, box.hostRow,
                                              box.hostSlice, pointer, 0, nullptr, nullptr);
  }
  /// Transfers the box on the host, as a reference.
  void move(const Box& box, std::vector<unsigned char>& inBuffer,
            std::vector<unsigned char>& onHost) {
    for (size_t z = 0; z < box.region[2]; ++z)
      for (size_t y = 0; y < box.region[1]; ++y)
        for (size_t x = 0; x < box.region[0]; ++x) {
          auto& b = inBuffer[(box.bufferOrigin[2] + z) * box.bufferSlice +
                             (box.bufferOrigin[1] + y) * box.bufferRow + box.bufferOrigin[0] + x];
          auto& h = onHost[(box.hostOrigin[2] + z) * box.hostSlice +
                           (box.hostOrigin[1] + y) * box.hostRow + box.hostOrigin[0] + x];
          (reads() ? h : b) = reads() ? b : h;
        }
  }
  void expectMoves(const Box& asked, const Box& meant) {
    auto initial = counted(128);
    Buffer buffer = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data());
    auto onHost = host;
    move(meant, initial, onHost);
    ASSERT_EQ(call(buffer, asked), CL_SUCCESS);
    EXPECT_EQ(host, onHost);
    EXPECT_EQ(contents(buffer), initial);
  }
  void expectInvalid(const char* key, const Box& box) {
    EXPECT_CONDITION(id(std::string("CL_INVALID_VALUE/") + key), call(makeBuffer(128), box));
  }
  std::vector<unsigned char> host = std::vector<unsigned char>(64, 200);
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, BufferRectTest, ::testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "clEnqueueReadBufferRect" : "clEnqueueWriteBufferRect");
});

TEST_P(BufferRectTest, MovesABox) { expectMoves({}, {}); }

TEST_P(BufferRectTest, PitchesOfZeroMeanTheRegion) {
  const Box zero{.bufferOrigin = {0, 0, 0},
                 .hostOrigin = {0, 0, 0},
                 .bufferRow = 0,
                 .bufferSlice = 0,
                 .hostRow = 0,
                 .hostSlice = 0};
  const Box tight{.bufferOrigin = {0, 0, 0},
                  .hostOrigin = {0, 0, 0},
                  .bufferRow = 3,
                  .bufferSlice = 6,
                  .hostRow = 3,
                  .hostSlice = 6};
  expectMoves(zero, tight);
}

TEST_P(BufferRectTest, MovesALargeBoxByManyThreads) {
  auto bytes = counted(2048 * 1024);
  std::vector<unsigned char> zeros(bytes.size());
  Buffer buffer = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, (reads() ? bytes : zeros).data());
  host = reads() ? zeros : bytes;
  const Box box{.bufferOrigin = {0, 0, 0},
                .hostOrigin = {0, 0, 0},
                .region = {2000, 1024, 1},
                .bufferRow = 2048,
                .bufferSlice = 0,
                .hostRow = 2048,
                .hostSlice = 0};
  ASSERT_EQ(call(buffer, box), CL_SUCCESS);
  const auto now = reads() ? host : contents(buffer);
  for (size_t row = 0; row < 1024; row += 31)
    ASSERT_TRUE(std::equal(bytes.begin() + row * 2048, bytes.begin() + row * 2048 + 2000,
                           now.begin() + row * 2048))
        << "row " << row;
}

TEST_P(BufferRectTest, InvalidValueForABoxThatLeavesTheBuffer) {
  expectInvalid("region-outside", {.bufferOrigin = {1, 3, 2}});
  expectInvalid("region-outside", {.bufferOrigin = {1, 1, 3}});
  expectInvalid("region-outside", {.bufferOrigin = {SIZE_MAX, 1, 1}});
  expectInvalid("region-outside", {.bufferSlice = SIZE_MAX / 8 * 8});
}

TEST_P(BufferRectTest, InvalidValueForAnEmptyRegion) {
  expectInvalid("region-zero", {.region = {0, 2, 2}});
  expectInvalid("region-zero", {.region = {3, 0, 2}});
  expectInvalid("region-zero", {.region = {3, 2, 0}});
}

TEST_P(BufferRectTest, InvalidValueForPitches) {
  expectInvalid("buffer_row_pitch-less-than-region", {.bufferRow = 2});
  expectInvalid("host_row_pitch-less-than-region", {.hostRow = 2});
  expectInvalid("buffer_slice_pitch-less-than-rows", {.bufferSlice = 8});
  expectInvalid("host_slice_pitch-less-than-rows", {.hostSlice = 5});
  expectInvalid("buffer_slice_pitch-no-multiple", {.bufferSlice = 33});
  expectInvalid("host_slice_pitch-no-multiple", {.hostSlice = 16});
}

TEST_P(BufferRectTest, InvalidValueForNull) {
  Buffer buffer = makeBuffer(128);
  const size_t three[3] = {1, 1, 1};
  const auto null = [&](const char* key, const size_t* bufferOrigin, const size_t* hostOrigin,
                        const size_t* region, void* pointer) {
    EXPECT_CONDITION(id(std::string("CL_INVALID_VALUE/") + key),
                     with(buffer, {}, bufferOrigin, hostOrigin, region, pointer));
  };
  null("origin-or-region-null", nullptr, three, three, host.data());
  null("origin-or-region-null", three, nullptr, three, host.data());
  null("origin-or-region-null", three, three, nullptr, host.data());
  null("ptr-null", three, three, three, nullptr);
}

TEST_P(BufferRectTest, InvalidOperationWithoutHostAccess) {
  for (cl_mem_flags flags :
       {reads() ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_CONDITION(id("CL_INVALID_OPERATION/host-access"), call(makeBuffer(128, flags))) << flags;
  EXPECT_EQ(call(makeBuffer(128, reads() ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY)),
            CL_SUCCESS);
}
