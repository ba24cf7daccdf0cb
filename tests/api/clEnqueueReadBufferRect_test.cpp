// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

namespace {
struct ReadBox {
  size_t bufferOrigin[3] = {1, 1, 1}, hostOrigin[3] = {2, 0, 0}, region[3] = {3, 2, 2};
  size_t bufferRow = 8, bufferSlice = 32, hostRow = 5, hostSlice = 15;
};
}  // namespace

// A box of 3 x 2 x 2 bytes in a buffer of rows of 8 and slices of 32 bytes, and in host memory of
// rows of 5 and slices of 15 bytes.
struct clEnqueueReadBufferRectTest : EnqueueTest {
  cl_int call(cl_command_queue queue, cl_mem buffer, const ReadBox& box = {}, cl_uint count = 0,
              const cl_event* waits = nullptr) {
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, box.bufferOrigin, box.hostOrigin,
                                   box.region, box.bufferRow, box.bufferSlice, box.hostRow,
                                   box.hostSlice, host.data(), count, waits, nullptr);
  }
  /// Calls visit(index in the buffer, index in host memory) for each byte of the box.
  template <class Visit>
  void each(const ReadBox& box, Visit visit) {
    for (size_t z = 0; z < box.region[2]; ++z)
      for (size_t y = 0; y < box.region[1]; ++y)
        for (size_t x = 0; x < box.region[0]; ++x)
          visit((box.bufferOrigin[2] + z) * box.bufferSlice +
                    (box.bufferOrigin[1] + y) * box.bufferRow + box.bufferOrigin[0] + x,
                (box.hostOrigin[2] + z) * box.hostSlice + (box.hostOrigin[1] + y) * box.hostRow +
                    box.hostOrigin[0] + x);
  }
  std::vector<unsigned char> host = std::vector<unsigned char>(64, 200);
};

TEST_F(clEnqueueReadBufferRectTest, readsABox) {
  auto initial = counted(128);
  Buffer buffer = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data());
  auto expected = host;
  each({}, [&](size_t inBuffer, size_t onHost) { expected[onHost] = initial[inBuffer]; });
  ASSERT_EQ(call(queue(), buffer), CL_SUCCESS);
  EXPECT_EQ(host, expected);
}

TEST_F(clEnqueueReadBufferRectTest, pitchesOfZeroMeanTheRegion) {
  auto initial = counted(128);
  Buffer buffer = makeBuffer(128, CL_MEM_COPY_HOST_PTR, initial.data());
  ReadBox box{.bufferOrigin = {0, 0, 0},
              .hostOrigin = {0, 0, 0},
              .bufferRow = 0,
              .bufferSlice = 0,
              .hostRow = 0,
              .hostSlice = 0};
  ASSERT_EQ(call(queue(), buffer, box), CL_SUCCESS);
  EXPECT_TRUE(std::equal(host.begin(), host.begin() + 12, initial.begin()));
  EXPECT_EQ(host[12], 200);
}

TEST_F(clEnqueueReadBufferRectTest, invalidCommandQueue) {
  Buffer buffer = makeBuffer(128);
  expectInvalidCommandQueue([&](cl_command_queue wrong) { return call(wrong, buffer); });
}

TEST_F(clEnqueueReadBufferRectTest, invalidContext) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(otherQueue(), buffer), CL_INVALID_CONTEXT);
  expectInvalidContextForEvents([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, {}, count, waits);
  });
}

TEST_F(clEnqueueReadBufferRectTest, invalidMemObject) {
  expectInvalidMemObject([&](cl_mem wrong) { return call(queue(), wrong); });
}

TEST_F(clEnqueueReadBufferRectTest, invalidEventWaitList) {
  Buffer buffer = makeBuffer(128);
  expectInvalidEventWaitList([&](cl_uint count, const cl_event* waits) {
    return call(queue(), buffer, {}, count, waits);
  });
}

TEST_F(clEnqueueReadBufferRectTest, invalidValueForABoxThatLeavesTheBuffer) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(queue(), buffer, {.bufferOrigin = {1, 3, 2}}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.bufferOrigin = {SIZE_MAX, 1, 1}}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.bufferSlice = SIZE_MAX / 8 * 8}), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferRectTest, invalidValueForAnEmptyRegion) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(queue(), buffer, {.region = {0, 2, 2}}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.region = {3, 0, 2}}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.region = {3, 2, 0}}), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferRectTest, invalidValueForPitchesSmallerThanTheRegion) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(queue(), buffer, {.bufferRow = 2}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.hostRow = 2}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.bufferSlice = 8}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.hostSlice = 5}), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferRectTest, invalidValueForASlicePitchThatIsNoMultipleOfTheRow) {
  Buffer buffer = makeBuffer(128);
  EXPECT_EQ(call(queue(), buffer, {.bufferSlice = 33}), CL_INVALID_VALUE);
  EXPECT_EQ(call(queue(), buffer, {.hostSlice = 16}), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferRectTest, invalidValueForNull) {
  Buffer buffer = makeBuffer(128);
  const size_t three[3] = {1, 1, 1};
  const auto with = [&](const size_t* bufferOrigin, const size_t* hostOrigin, const size_t* region,
                        void* pointer) {
    return clEnqueueReadBufferRect(queue(), buffer, CL_TRUE, bufferOrigin, hostOrigin, region, 0, 0,
                                   0, 0, pointer, 0, nullptr, nullptr);
  };
  EXPECT_EQ(with(nullptr, three, three, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(with(three, nullptr, three, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(with(three, three, nullptr, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(with(three, three, three, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferRectTest, invalidOperationWithoutHostAccess) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_EQ(call(queue(), makeBuffer(128, flags)), CL_INVALID_OPERATION) << flags;
}
