// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a new buffer has, and an application that runs ahead of its queue with a new buffer for each
// command.
#include "tests/api/fixture.h"
#include "tests/sanitizers.h"

#include <fstream>
#include <string>
#include <thread>

using namespace lanewise::test;

namespace {

constexpr size_t kMegabyte = 1 << 20;

/// Megabytes that the process has had resident at most.
size_t mostResidentMegabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6)) / 1024;
  return 0;
}

struct ReleasedMemoryTest : ApiTest {
  void fill(cl_mem buffer, size_t sizeBytes, cl_event wait = nullptr) {
    const cl_uint pattern = 0x01020304;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &pattern, sizeof pattern, 0, sizeBytes,
                                  wait ? 1 : 0, wait ? &wait : nullptr, nullptr),
              CL_SUCCESS);
  }
};

}  // namespace

TEST_F(ReleasedMemoryTest, ANewBufferDoesNotHaveTheContentsOfAnEarlierOne) {
  for (const size_t sizeBytes : {size_t(4), size_t(4096), size_t(100'000), kMegabyte})
    for (int round = 0; round < 3; ++round) {
      Buffer buffer = makeBuffer(sizeBytes);
      EXPECT_EQ(contents(buffer), std::vector<unsigned char>(sizeBytes)) << sizeBytes;
      fill(buffer, sizeBytes);
    }
}

TEST_F(ReleasedMemoryTest, ANewImageDoesNotHaveTheContentsOfAnEarlierBuffer) {
  fill(makeBuffer(256 * 256 * 4), 256 * 256 * 4);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 256;
  Buffer image(
      clCreateImage(context(), CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr));
  std::vector<cl_uint> texels(256 * 256, 1);
  const size_t origin[3] = {}, region[3] = {256, 256, 1};
  ASSERT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, texels.data(), 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(texels, std::vector<cl_uint>(256 * 256));
}

// It had all buffers in memory at once: 1.6 GB.
TEST_F(ReleasedMemoryTest, AHostThatRunsAheadDoesNotTakeAllMemory) {
  if (LW_ADDRESS_SANITIZER || LW_THREAD_SANITIZER) GTEST_SKIP() << "they count shadow memory";
  fill(makeBuffer(8 * kMegabyte), 8 * kMegabyte);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  const size_t before = mostResidentMegabytes();
  for (int round = 0; round < 200; ++round) {
    Buffer buffer = makeBuffer(8 * kMegabyte);
    fill(buffer, 8 * kMegabyte);
  }
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_LT(mostResidentMegabytes() - before, 200u);
}

TEST_F(ReleasedMemoryTest, AHostWhoseCommandsWaitForItGetsItsBuffers) {
  Event gate = userEvent(context());
  for (int round = 0; round < 50; ++round) {
    Buffer buffer = makeBuffer(8 * kMegabyte);
    fill(buffer, 8 * kMegabyte, gate);
  }
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

// A command that runs and waits for the host, which allocates: the wait has an end.
TEST_F(ReleasedMemoryTest, ACommandThatWaitsForTheHostGetsWhatTheHostAllocates) {
  struct Arguments {
    std::atomic<bool>* allocated;
  };
  std::atomic<bool> allocated = false;
  Arguments arguments{&allocated};
  ASSERT_EQ(clEnqueueNativeKernel(
                queue(),
                [](void* user) {
                  while (!*static_cast<Arguments*>(user)->allocated) std::this_thread::yield();
                },
                &arguments, sizeof arguments, 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (int round = 0; round < 20; ++round) {
    Buffer buffer = makeBuffer(8 * kMegabyte);
    fill(buffer, 8 * kMegabyte);
  }
  allocated = true;
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}
