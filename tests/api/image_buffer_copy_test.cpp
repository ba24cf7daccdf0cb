// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyImageToBuffer and clEnqueueCopyBufferToImage, for every type of image.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct ImageBufferCopyTest : EachImageTest {
  cl_int toBuffer(cl_mem image, cl_mem buffer, const size_t* origin, const size_t* region,
                  size_t offset) {
    return clEnqueueCopyImageToBuffer(queue(), image, buffer, origin, region, offset, 0, nullptr,
                                      nullptr);
  }
  cl_int toImage(cl_mem buffer, cl_mem image, const size_t* origin, const size_t* region,
                 size_t offset) {
    return clEnqueueCopyBufferToImage(queue(), buffer, image, offset, origin, region, 0, nullptr,
                                      nullptr);
  }
  static constexpr size_t kZero[3] = {}, kOne[3] = {1, 1, 1};
};

}  // namespace

LW_EACH_IMAGE(ImageBufferCopyTest);

TEST_P(ImageBufferCopyTest, CopiesAPartToABuffer) {
  const Image image = makeCounting();
  const auto bytes = part(counted(texels() * 4), inner(), innerRegion());
  const Buffer buffer = makeBuffer(bytes.size() + 7);
  ASSERT_EQ(toBuffer(image, buffer, inner().data(), innerRegion().data(), 7), CL_SUCCESS);
  const auto all = contents(buffer);
  EXPECT_EQ(std::vector(all.begin() + 7, all.end()), bytes);
}

TEST_P(ImageBufferCopyTest, CopiesAPartFromABuffer) {
  const Image image = makeCounting();
  const Three region = innerRegion();
  auto bytes = counted(region[0] * region[1] * region[2] * 4 + 7);
  const Buffer buffer = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, bytes.data());
  ASSERT_EQ(toImage(buffer, image, inner().data(), region.data(), 7), CL_SUCCESS);
  EXPECT_EQ(read(image, inner().data(), region), std::vector(bytes.begin() + 7, bytes.end()));
}

TEST_P(ImageBufferCopyTest, InvalidValue) {
  const Image image = makeCounting();
  const Buffer buffer = makeBuffer(16);
  const size_t five[3] = {5, 1, 1}, empty[3] = {0, 1, 1}, outside[3] = {5, 0, 0};
  const auto to = [](const char* key, cl_int code) {
    EXPECT_CONDITION(std::string("clEnqueueCopyImageToBuffer/CL_INVALID_VALUE/") + key, code);
  };
  const auto from = [](const char* key, cl_int code) {
    EXPECT_CONDITION(std::string("clEnqueueCopyBufferToImage/CL_INVALID_VALUE/") + key, code);
  };
  to("src_origin-null", toBuffer(image, buffer, nullptr, kOne, 0));
  to("region-null", toBuffer(image, buffer, kZero, nullptr, 0));
  to("region-outside-src_image", toBuffer(image, buffer, outside, kOne, 0));
  to("region-outside-dst_buffer", toBuffer(image, buffer, kZero, five, 0));
  to("region-outside-dst_buffer", toBuffer(image, buffer, kZero, kOne, 13));
  to("region-outside-dst_buffer", toBuffer(image, buffer, kZero, kOne, ~size_t(0)));
  to("src_origin-region-do-not-follow", toBuffer(image, buffer, kZero, empty, 0));
  from("dst_origin-null", toImage(buffer, image, nullptr, kOne, 0));
  from("region-null", toImage(buffer, image, kZero, nullptr, 0));
  from("region-outside-dst_image", toImage(buffer, image, outside, kOne, 0));
  from("region-outside-src_buffer", toImage(buffer, image, kZero, five, 0));
  from("region-outside-src_buffer", toImage(buffer, image, kZero, kOne, 13));
  from("dst_origin-region-do-not-follow", toImage(buffer, image, kZero, empty, 0));
}

TEST_P(ImageBufferCopyTest, InvalidMemObject) {
  const Image image = makeCounting();
  const Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clEnqueueCopyImageToBuffer/CL_INVALID_MEM_OBJECT/src_image-invalid",
                   toBuffer(buffer, buffer, kZero, kOne, 0));
  EXPECT_CONDITION("clEnqueueCopyImageToBuffer/CL_INVALID_MEM_OBJECT/dst_buffer-invalid",
                   toBuffer(image, image, kZero, kOne, 0));
  EXPECT_CONDITION("clEnqueueCopyBufferToImage/CL_INVALID_MEM_OBJECT/dst_image-invalid",
                   toImage(buffer, buffer, kZero, kOne, 0));
  EXPECT_CONDITION("clEnqueueCopyBufferToImage/CL_INVALID_MEM_OBJECT/src_buffer-invalid",
                   toImage(image, image, kZero, kOne, 0));
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  over.mem_object = buffer;
  const Image view = make(over);
  EXPECT_CONDITION(
      "clEnqueueCopyImageToBuffer/CL_INVALID_MEM_OBJECT/src_image-1d-image-buffer-created",
      toBuffer(view, buffer, kZero, kOne, 0));
  EXPECT_CONDITION(
      "clEnqueueCopyBufferToImage/CL_INVALID_MEM_OBJECT/dst_image-1d-image-buffer-created",
      toImage(buffer, view, kZero, kOne, 0));
}
