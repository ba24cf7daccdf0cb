// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadImage and clEnqueueWriteImage, which differ in the direction only.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct ImageTransferTest : EachImageTest {
  cl_int read(cl_mem image, const Three& origin, const Three& region, void* host,
              size_t rowPitch = 0, size_t slicePitch = 0) {
    return clEnqueueReadImage(queue(), image, CL_TRUE, origin.data(), region.data(), rowPitch,
                              slicePitch, host, 0, nullptr, nullptr);
  }
  cl_int write(cl_mem image, const Three& origin, const Three& region, const void* host,
               size_t rowPitch = 0, size_t slicePitch = 0) {
    return clEnqueueWriteImage(queue(), image, CL_TRUE, origin.data(), region.data(), rowPitch,
                               slicePitch, host, 0, nullptr, nullptr);
  }
  /// Pitches that leave gaps: between rows, and between slices or layers.
  size_t rowPitch() const { return innerRegion()[0] * 4 + 3; }
  size_t slicePitch() const {
    const size_t rows = GetParam().coordinates == 3 ? innerRegion()[1] : 1;
    return hasSlices() ? rowPitch() * rows + 5 : 0;
  }
  size_t hostOffset(size_t y, size_t z) const {
    return GetParam().type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? y * slicePitch()
                                                          : z * slicePitch() + y * rowPitch();
  }
};

struct ImageTransferErrorsTest : ImageTest, ::testing::WithParamInterface<const char*> {
  bool reads() const { return std::string(GetParam()) == "clEnqueueReadImage"; }
  cl_int call(cl_mem image, const size_t* origin, const size_t* region, void* to,
              size_t rowPitch = 0, size_t slicePitch = 0) {
    return reads() ? clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, rowPitch,
                                        slicePitch, to, 0, nullptr, nullptr)
                   : clEnqueueWriteImage(queue(), image, CL_TRUE, origin, region, rowPitch,
                                         slicePitch, to, 0, nullptr, nullptr);
  }
  cl_int call(cl_mem image, const Three& origin, const Three& region, size_t rowPitch = 0,
              size_t slicePitch = 0) {
    return call(image, origin.data(), region.data(), host, rowPitch, slicePitch);
  }
  void expect(const char* codeAndKey, cl_int code) { expectNamed(GetParam(), codeAndKey, code); }
  unsigned char host[4096] = {};
};

INSTANTIATE_TEST_SUITE_P(Both, ImageTransferErrorsTest,
                         ::testing::Values("clEnqueueReadImage", "clEnqueueWriteImage"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace

LW_EACH_IMAGE(ImageTransferTest);

TEST_P(ImageTransferTest, ReadsAPart) {
  const Image image = makeCounting();
  const auto expected = part(counted(texels() * 4), inner(), innerRegion());
  std::vector<unsigned char> bytes(expected.size());
  ASSERT_EQ(read(image, inner(), innerRegion(), bytes.data()), CL_SUCCESS);
  EXPECT_EQ(bytes, expected);
}

TEST_P(ImageTransferTest, ReadsAPartWithPitchesAndLeavesTheGaps) {
  const Image image = makeCounting();
  const auto [width, height, depth] = innerRegion();
  const auto all = part(counted(texels() * 4), inner(), innerRegion());
  std::vector<unsigned char> bytes(hostOffset(height, depth) + 64, 255), expected = bytes;
  for (size_t row = 0; row < height * depth; ++row)
    std::copy_n(all.begin() + long(row * width * 4), width * 4,
                expected.begin() + long(hostOffset(row % height, row / height)));
  ASSERT_EQ(read(image, inner(), innerRegion(), bytes.data(), rowPitch(), slicePitch()),
            CL_SUCCESS);
  EXPECT_EQ(bytes, expected);
}

TEST_P(ImageTransferTest, WritesAPartWithPitchesAndLeavesTheRest) {
  const Image image = makeCounting();
  const auto [width, height, depth] = innerRegion();
  std::vector<unsigned char> host(hostOffset(height, depth) + 64, 255),
      written(width * 4 * height * depth);
  std::iota(written.begin(), written.end(), 100);
  for (size_t row = 0; row < height * depth; ++row)
    std::copy_n(written.begin() + long(row * width * 4), width * 4,
                host.begin() + long(hostOffset(row % height, row / height)));
  ASSERT_EQ(write(image, inner(), innerRegion(), host.data(), rowPitch(), slicePitch()),
            CL_SUCCESS);
  const auto all = ImageTest::read(image, extent());
  EXPECT_EQ(part(all, inner(), innerRegion()), written);
  EXPECT_EQ(part(all, {0, 0, 0}, {1, 1, 1}), part(counted(texels() * 4), {0, 0, 0}, {1, 1, 1}));
}

TEST_P(ImageTransferTest, InvalidValueForPartsOutside) {
  const Image image = makeCounting();
  unsigned char host[512];
  for (unsigned i = 0; i < GetParam().coordinates; ++i) {
    Three origin = {}, region = {1, 1, 1};
    origin[i] = extent()[i];
    EXPECT_EQ(read(image, origin, region, host), CL_INVALID_VALUE) << i;
    origin[i] = 1, region[i] = extent()[i];
    EXPECT_EQ(write(image, origin, region, host), CL_INVALID_VALUE) << i;
    region[i] = ~size_t(0);
    EXPECT_EQ(write(image, origin, region, host), CL_INVALID_VALUE) << i;
    region[i] = 0;
    EXPECT_EQ(read(image, origin, region, host), CL_INVALID_VALUE) << i;
  }
}

TEST_P(ImageTransferTest, InvalidValueForCoordinatesThatTheImageLacks) {
  const Image image = makeCounting();
  unsigned char host[512];
  for (unsigned i = GetParam().coordinates; i < 3; ++i) {
    Three origin = {}, region = {1, 1, 1};
    origin[i] = 1;
    EXPECT_EQ(read(image, origin, region, host), CL_INVALID_VALUE) << i;
    origin[i] = 0, region[i] = 2;
    EXPECT_EQ(write(image, origin, region, host), CL_INVALID_VALUE) << i;
  }
}

TEST_P(ImageTransferErrorsTest, InvalidValue) {
  const Image image = counting(4, 4);
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  expect("CL_INVALID_VALUE/origin-null", call(image, nullptr, region, host));
  expect("CL_INVALID_VALUE/region-null", call(image, origin, nullptr, host));
  expect("CL_INVALID_VALUE/ptr-null", call(image, origin, region, nullptr));
  expect("CL_INVALID_VALUE/region-outside", call(image, Three{2, 0, 0}, Three{3, 1, 1}));
  expect("CL_INVALID_VALUE/origin-region-do-not-follow",
         call(image, Three{0, 0, 1}, Three{1, 1, 1}));
  expect("CL_INVALID_VALUE/origin-region-do-not-follow", call(image, Three{}, Three{1, 1, 2}));
  expect("CL_INVALID_VALUE/origin-region-do-not-follow", call(image, Three{}, Three{1, 0, 1}));
  expect("CL_INVALID_VALUE/image-1d-2d-image-slice_pitch",
         call(image, Three{}, Three{4, 4, 1}, 0, 64));
  EXPECT_EQ(call(image, Three{}, Three{4, 4, 1}, 15), CL_INVALID_VALUE) << "row pitch";
  const Image deep = make(describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 2));
  EXPECT_EQ(call(deep, Three{}, Three{4, 4, 2}, 0, 63), CL_INVALID_VALUE) << "slice pitch";
}

TEST_P(ImageTransferErrorsTest, InvalidMemObjectForABuffer) {
  const Buffer buffer = makeBuffer(64);
  expect("CL_INVALID_MEM_OBJECT/image-invalid", call(buffer, Three{}, Three{1, 1, 1}));
}

TEST_P(ImageTransferErrorsTest, InvalidOperationWithoutHostAccess) {
  for (cl_mem_flags access :
       {reads() ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), kRgba8, access);
    expect(reads()
               ? "CL_INVALID_OPERATION/clenqueuereadimage-called-image-created-mem_host_write_only"
               : "CL_INVALID_OPERATION/clenqueuewriteimage-called-image-created-mem_host_read_only",
           call(image, Three{}, Three{1, 1, 1}));
  }
}

TEST_P(ImageTransferErrorsTest, InvalidMipLevel) {
  cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  levels.num_mip_levels = 3;
  const Image image = make(levels);
  EXPECT_EQ(call(image, Three{0, 0, 2}, Three{1, 1, 1}), CL_SUCCESS);
  expect("CL_INVALID_MIP_LEVEL/khr_mipmap_image-extension-supported-mip-level",
         call(image, Three{0, 0, 3}, Three{1, 1, 1}));
  EXPECT_EQ(call(image, Three{0, 0, 2}, Three{2, 1, 1}), CL_INVALID_VALUE) << "of that level";
}
