// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CL_INVALID_OPERATION of calls on images and samplers, on a device without them.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct WithoutImagesTest : ApiTest {
  void SetUp() override {
    if (deviceHasImages(device())) GTEST_SKIP() << "the device has images";
  }
  cl_int error = CL_SUCCESS;
};

TEST_F(WithoutImagesTest, createsNone) {
  const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  clCreateImage(context(), 0, &kRgba8, &flat, nullptr, &error);
  EXPECT_CONDITION("clCreateImage/CL_INVALID_OPERATION/no-devices-context-support-images", error);
  clCreateImageWithProperties(context(), nullptr, 0, &kRgba8, &flat, nullptr, &error);
  EXPECT_CONDITION(
      "clCreateImageWithProperties/CL_INVALID_OPERATION/no-devices-context-support-images", error);
  clCreateImage2D(context(), 0, &kRgba8, 4, 4, 0, nullptr, &error);
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_OPERATION/no-devices-context-support-images", error);
  clCreateImage3D(context(), 0, &kRgba8, 4, 4, 4, 0, 0, nullptr, &error);
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_OPERATION/no-devices-context-support-images", error);
}

TEST_F(WithoutImagesTest, createsNoSamplers) {
  clCreateSampler(context(), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  EXPECT_CONDITION("clCreateSampler/CL_INVALID_OPERATION/images-not-supported-device-context",
                   error);
  clCreateSamplerWithProperties(context(), nullptr, &error);
  EXPECT_CONDITION(
      "clCreateSamplerWithProperties/CL_INVALID_OPERATION/images-not-supported-device-context",
      error);
}

TEST_F(WithoutImagesTest, copiesNone) {
  const Buffer buffer = makeBuffer(64);
  const size_t zero[3] = {}, one[3] = {1, 1, 1};
  unsigned char host[64];
  EXPECT_EQ(
      clEnqueueReadImage(queue(), buffer, CL_TRUE, zero, one, 0, 0, host, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue(), buffer, host, zero, one, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue(), buffer, buffer, 0, zero, one, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
}
