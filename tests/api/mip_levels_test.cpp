// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels of detail that an image does not have, in each command on images.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct MipLevelsTest : EachImageTest {
  void SetUp() override {
    ImageTest::SetUp();
    if (GetParam().type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      GTEST_SKIP() << "images over buffers have one level";
    cl_image_desc levels = description();
    levels.num_mip_levels = 3;
    image = make(levels);
    other = make(levels);
    buffer = makeBuffer(64);
    missing[GetParam().coordinates] = 3;
    last[GetParam().coordinates] = 2;
  }
  static void expect(const char* command, cl_int code, const char* more = "") {
    EXPECT_CONDITION(std::string(command) +
                         "/CL_INVALID_MIP_LEVEL/khr_mipmap_image-extension-supported-mip-level" +
                         more,
                     code);
  }
  cl_int copy(const size_t* from, const size_t* to) {
    return clEnqueueCopyImage(queue(), image, other, from, to, one, 0, nullptr, nullptr);
  }
  cl_int toBuffer(const size_t* from) {
    return clEnqueueCopyImageToBuffer(queue(), image, buffer, from, one, 0, 0, nullptr, nullptr);
  }
  cl_int toImage(const size_t* to) {
    return clEnqueueCopyBufferToImage(queue(), buffer, image, 0, to, one, 0, nullptr, nullptr);
  }
  cl_int fill(const size_t* at) {
    const cl_uint color[4] = {};
    return clEnqueueFillImage(queue(), image, color, at, one, 0, nullptr, nullptr);
  }
  cl_int map(const size_t* at) {
    size_t rowPitch = 0, slicePitch = 0;
    cl_int code = 12345;
    void* const mapped = clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_READ, at, one, &rowPitch,
                                           &slicePitch, 0, nullptr, nullptr, &code);
    if (mapped) clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr);
    return code;
  }
  Image image, other;
  Buffer buffer;
  size_t missing[4] = {}, last[4] = {};
  static constexpr size_t one[3] = {1, 1, 1};
};
LW_EACH_IMAGE(MipLevelsTest);

}  // namespace

TEST_P(MipLevelsTest, InvalidMipLevel) {
  expect("clEnqueueCopyImage", copy(missing, last));
  expect("clEnqueueCopyImage", copy(last, missing), "-2");
  expect("clEnqueueCopyImageToBuffer", toBuffer(missing));
  expect("clEnqueueCopyBufferToImage", toImage(missing));
  expect("clEnqueueFillImage", fill(missing));
  expect("clEnqueueMapImage", map(missing));
}

TEST_P(MipLevelsTest, TheLastLevelIsOne) {
  EXPECT_EQ(copy(last, last), CL_SUCCESS);
  EXPECT_EQ(toBuffer(last), CL_SUCCESS);
  EXPECT_EQ(toImage(last), CL_SUCCESS);
  EXPECT_EQ(fill(last), CL_SUCCESS);
  EXPECT_EQ(map(last), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}
