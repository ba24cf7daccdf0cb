// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCommand*KHR calls on images: what they do at each enqueue, and images of other contexts. The
// checks of regions are those of clEnqueue* calls; record_commands_test.cpp has the other errors.
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct RecordImagesTest : CommandBufferTest {
  void SetUp() override {
    if (!deviceHasImages(device())) GTEST_SKIP() << "the device has no images";
    image = makeIn(context());
    other = makeIn(context());
    foreign = makeIn(otherContext());
    foreignBuffer = Buffer(clCreateBuffer(otherContext(), 0, 64, nullptr, nullptr));
    buffer = makeBuffer(64);
    commands = make();
  }
  Image makeIn(cl_context in) {
    const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    return Image(clCreateImage(in, 0, &kRgba8, &flat, nullptr, nullptr));
  }
  cl_int copy(cl_mem source, cl_mem target) {
    return LW_EXTENSION(clCommandCopyImageKHR)(commands, nullptr, nullptr, source, target, kZero,
                                               kZero, kAll, 0, nullptr, nullptr, nullptr);
  }
  cl_int toBuffer(cl_mem source, cl_mem target) {
    return LW_EXTENSION(clCommandCopyImageToBufferKHR)(
        commands, nullptr, nullptr, source, target, kZero, kAll, 0, 0, nullptr, nullptr, nullptr);
  }
  cl_int toImage(cl_mem source, cl_mem target) {
    return LW_EXTENSION(clCommandCopyBufferToImageKHR)(
        commands, nullptr, nullptr, source, target, 0, kZero, kAll, 0, nullptr, nullptr, nullptr);
  }
  cl_int fillImage(cl_mem target, cl_uint value) {
    const cl_uint color[4] = {value, value, value, value};
    return LW_EXTENSION(clCommandFillImageKHR)(commands, nullptr, nullptr, target, color, kZero,
                                               kAll, 0, nullptr, nullptr, nullptr);
  }
  static constexpr size_t kZero[3] = {}, kAll[3] = {4, 4, 1};
  Image image, other, foreign;
  Buffer buffer, foreignBuffer;
  CommandBuffer commands;
};

}  // namespace

TEST_F(RecordImagesTest, RunAtEachEnqueue) {
  ASSERT_EQ(toImage(buffer, image), CL_SUCCESS);
  ASSERT_EQ(copy(image, other), CL_SUCCESS);
  ASSERT_EQ(toBuffer(other, buffer), CL_SUCCESS);
  ASSERT_EQ(fillImage(image, 9), CL_SUCCESS);
  ASSERT_EQ(toBuffer(image, buffer), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  for (cl_uchar round : {1, 2}) {
    ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &round, 1, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(enqueue(commands), CL_SUCCESS);
    EXPECT_EQ(contents(buffer)[63], 9);
    unsigned char texels[64] = {};
    ASSERT_EQ(
        clEnqueueReadImage(queue(), other, CL_TRUE, kZero, kAll, 0, 0, texels, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(texels[63], round);
  }
}

TEST_F(RecordImagesTest, KeepTheirImages) {
  ASSERT_EQ(fillImage(image, 1), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, cl_mem(image), CL_MEM_REFERENCE_COUNT), 2u);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  image.reset();
  ASSERT_EQ(enqueue(commands), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(RecordImagesTest, InvalidContext) {
  for (const auto& [from, to] :
       {std::pair(cl_mem(foreign), cl_mem(other)), std::pair(cl_mem(image), cl_mem(foreign))})
    EXPECT_CONDITION(
        "clCommandCopyImageKHR/CL_INVALID_CONTEXT/src_image-and-dst_image-of-other-context",
        copy(from, to));
  EXPECT_CONDITION(
      "clCommandCopyImageToBufferKHR/CL_INVALID_CONTEXT/src_image-and-dst_buffer-of-other-context",
      toBuffer(foreign, buffer));
  EXPECT_CONDITION(
      "clCommandCopyImageToBufferKHR/CL_INVALID_CONTEXT/src_image-and-dst_buffer-of-other-context",
      toBuffer(image, foreignBuffer));
  EXPECT_CONDITION(
      "clCommandCopyBufferToImageKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_image-of-other-context",
      toImage(buffer, foreign));
  EXPECT_CONDITION(
      "clCommandCopyBufferToImageKHR/CL_INVALID_CONTEXT/src_buffer-and-dst_image-of-other-context",
      toImage(foreignBuffer, image));
  EXPECT_CONDITION("clCommandFillImageKHR/CL_INVALID_CONTEXT/image-of-other-context",
                   fillImage(foreign, 1));
}
