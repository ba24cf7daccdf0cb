// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

#include <cmath>

using namespace lanewise::test;

struct clEnqueueFillImageTest : EachImageTest {
  cl_int call(cl_mem image, const void* color, const size_t* origin, const size_t* region) {
    return clEnqueueFillImage(queue(), image, color, origin, region, 0, nullptr, nullptr);
  }
  /// The texel of a 2D image of that format after a fill with `color`, as a number.
  template <class Color>
  cl_ulong texel(const cl_image_format& format, const Color (&color)[4]) {
    const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D, 7, 3), format);
    const size_t zero[3] = {}, all[3] = {7, 3, 1};
    EXPECT_EQ(call(image, color, zero, all), CL_SUCCESS);
    const auto bytes = read(image, {7, 3, 1});
    const size_t texelBytes = bytes.size() / 21;
    for (size_t at = texelBytes; at < bytes.size(); ++at)
      EXPECT_EQ(bytes[at], bytes[at - texelBytes]) << "texels differ";
    cl_ulong number = 0;
    std::memcpy(&number, bytes.data(), std::min(texelBytes, sizeof number));
    return number;
  }
};
LW_EACH_IMAGE(clEnqueueFillImageTest);

TEST_P(clEnqueueFillImageTest, FillsAPart) {
  const Image image = makeCounting();
  const auto before = counted(texels() * 4);
  const cl_uint color[4] = {200, 201, 202, 203};
  ASSERT_EQ(call(image, color, inner().data(), innerRegion().data()), CL_SUCCESS);
  const auto after = read(image, extent());
  const auto filled = part(after, inner(), innerRegion());
  for (size_t i = 0; i < filled.size(); ++i) EXPECT_EQ(filled[i], 200 + i % 4);
  EXPECT_EQ(part(after, {0, 0, 0}, {1, 1, 1}), part(before, {0, 0, 0}, {1, 1, 1}));
}

TEST_P(clEnqueueFillImageTest, ConvertsTheColor) {
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  const cl_float color[4] = {1.0f, 0.5f, -1.0f, 0.25f};
  EXPECT_EQ(texel({CL_RGBA, CL_UNORM_INT8}, color), 0x400080FFu);
  EXPECT_EQ(texel({CL_BGRA, CL_UNORM_INT8}, color), 0x40FF8000u);
  EXPECT_EQ(texel({CL_ARGB, CL_UNORM_INT8}, color), 0x0080FF40u);
  EXPECT_EQ(texel({CL_ABGR, CL_UNORM_INT8}, color), 0xFF800040u);
  EXPECT_EQ(texel({CL_RGBA, CL_SNORM_INT8}, color), 0x2081407Fu);
  EXPECT_EQ(texel({CL_RGBA, CL_SNORM_INT16}, color), 0x200080014000'7FFFu);
  EXPECT_EQ(texel({CL_RGBA, CL_HALF_FLOAT}, color), 0x3400BC0038003C00u);
  EXPECT_EQ(texel({CL_R, CL_FLOAT}, color), 0x3F800000u);
  EXPECT_EQ(texel({CL_A, CL_UNORM_INT8}, color), 0x40u);
  EXPECT_EQ(texel({CL_RA, CL_UNORM_INT8}, color), 0x40FFu);
  EXPECT_EQ(texel({CL_RGB, CL_UNORM_SHORT_565}, color), 0xFC00u);
  EXPECT_EQ(texel({CL_RGB, CL_UNORM_INT_101010}, color), 0x3FF80000u);
  EXPECT_EQ(texel({CL_RGBA, CL_UNORM_INT_101010_2}, color), 0xFFE00001u);
  EXPECT_EQ(texel({CL_sRGBA, CL_UNORM_INT8}, color), 0x4000BCFFu);
  const cl_float odd[4] = {NAN, INFINITY, 1e-9f, -0.0f};
  EXPECT_EQ(texel({CL_RGBA, CL_UNORM_INT8}, odd), 0x0000FF00u);
}

TEST_P(clEnqueueFillImageTest, SaturatesIntegers) {
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  const cl_int color[4] = {300, -300, 5, -1};
  EXPECT_EQ(texel({CL_RGBA, CL_SIGNED_INT8}, color), 0xFF05807Fu);
  EXPECT_EQ(texel({CL_RG, CL_SIGNED_INT32}, color), 0xFFFFFED40000012Cu);
  const cl_uint large[4] = {300, 70000, 5, ~0u};
  EXPECT_EQ(texel({CL_RGBA, CL_UNSIGNED_INT8}, large), 0xFF05FFFFu);
  EXPECT_EQ(texel({CL_RGBA, CL_UNSIGNED_INT16}, large), 0xFFFF0005FFFF012Cu);
}

TEST_P(clEnqueueFillImageTest, DepthHasOneComponent) {
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  const cl_float color[4] = {0.5f, 9, 9, 9};
  EXPECT_EQ(texel({CL_DEPTH, CL_FLOAT}, color), 0x3F000000u);
  EXPECT_EQ(texel({CL_DEPTH, CL_UNORM_INT16}, color), 0x8000u);
}

TEST_P(clEnqueueFillImageTest, FillsLargeImagesOfEveryTexelSize) {
  if (GetParam().type != CL_MEM_OBJECT_IMAGE2D) return;
  for (const cl_image_format& format :
       {cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_sRGB, CL_UNORM_INT8},
        cl_image_format{CL_RGBA, CL_FLOAT}}) {
    const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D, 1023, 1025), format);
    const cl_float color[4] = {1, 0, 1, 1};
    const size_t zero[3] = {}, all[3] = {1023, 1025, 1};
    ASSERT_EQ(call(image, color, zero, all), CL_SUCCESS);
    const auto bytes = read(image, {1023, 1025, 1});
    const size_t texelBytes = infoOf<size_t>(clGetImageInfo, cl_mem(image), CL_IMAGE_ELEMENT_SIZE);
    EXPECT_TRUE(std::equal(bytes.begin() + long(texelBytes), bytes.end(), bytes.begin()));
  }
}

TEST_P(clEnqueueFillImageTest, InvalidValue) {
  const Image image = makeCounting();
  const cl_uint color[4] = {};
  const size_t zero[3] = {}, one[3] = {1, 1, 1}, empty[3] = {1, 0, 1}, outside[3] = {5, 0, 0};
  EXPECT_CONDITION("clEnqueueFillImage/CL_INVALID_VALUE/fill_color-null",
                   call(image, nullptr, zero, one));
  EXPECT_CONDITION("clEnqueueFillImage/CL_INVALID_VALUE/origin-null",
                   call(image, color, nullptr, one));
  EXPECT_CONDITION("clEnqueueFillImage/CL_INVALID_VALUE/region-null",
                   call(image, color, zero, nullptr));
  EXPECT_CONDITION("clEnqueueFillImage/CL_INVALID_VALUE/region-outside",
                   call(image, color, outside, one));
  EXPECT_CONDITION("clEnqueueFillImage/CL_INVALID_VALUE/origin-region-do-not-follow",
                   call(image, color, zero, empty));
}
