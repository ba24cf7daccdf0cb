// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries, literal samplers, images that are read and written by one kernel, 1D images over
// buffers, half results, and images that differ between work-items of a launch only by divergent
// flow.
#include "images/test_image.h"

namespace kernels {
namespace {

using namespace lanewise::images;

const Format kRgbaFloat = makeFormat(ChannelOrder::RGBA, ChannelType::Float);
const ImageKind& k2d = kImageKinds[2];

KernelCall call(const std::string& text, const char* kernel = "k") {
  return KernelCall(TestDevice::get().sourceProgram(text, kOptions), kernel, kernel);
}

TEST(Instructions, QueriesGiveSizeAndFormat) {
  const TestImage image(makeFormat(ChannelOrder::BGRA, ChannelType::UnormInt8), k2d, 1),
      volume(kRgbaFloat, kImageKinds[4], 2), layers(kRgbaFloat, kImageKinds[3], 3),
      rows(kRgbaFloat, kImageKinds[1], 4);
  const Buffer<int32_t> out(16, 0);
  call(
      "kernel void k(read_only image2d_t a, write_only image3d_t b, read_only image2d_array_t c, read_only image1d_array_t d,\n"
      "              global int* o) {\n"
      "  o[0] = get_image_width(a); o[1] = get_image_height(a);\n"
      "  o[2] = get_image_channel_order(a); o[3] = get_image_channel_data_type(a);\n"
      "  o[4] = get_image_depth(b); o[5] = get_image_dim(b).y;\n"
      "  o[6] = get_image_array_size(c); o[7] = get_image_array_size(d); o[8] = get_image_dim(c).x;\n"
      "}\n")
      .add(image.memory())
      .add(volume.memory())
      .add(layers.memory())
      .add(rows.memory())
      .add(out)
      .run(range1(1));
  EXPECT_EQ(out.read(), (std::vector<int32_t>{19, 5, CL_BGRA, CL_UNORM_INT8, 4, 5, 3, 3, 19, 0, 0,
                                              0, 0, 0, 0, 0}));
}

TEST(Instructions, SamplerIsWrittenInTheProgram) {
  const TestImage image(kRgbaFloat, k2d, 5);
  const Buffer<float> out(4, 0.0F);
  call(
      "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
      "kernel void k(read_only image2d_t a, global float* o) {\n"
      "  const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
      "  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;\n"
      "  o[0] = read_imagef(a, edge, (int2)(-7, 2)).x;\n"
      "  o[1] = read_imagef(a, border, (int2)(-7, 2)).x;\n"
      "  o[2] = read_imagef(a, edge, (float2)(3.5f, 40)).y;\n"
      "  o[3] = read_imagef(a, linear, (float2)(2 + 1.5f / 19, 1.5f / 5)).z;\n"
      "}\n")
      .add(image.memory())
      .add(out)
      .run(range1(1));
  const std::vector<float> found = out.read();
  EXPECT_EQ(found[0], image.texel({0, 2, 0})[0]);
  EXPECT_EQ(found[1], 0);
  EXPECT_EQ(found[2], image.texel({3, 4, 0})[1]);
  EXPECT_NEAR(found[3], image.texel({1, 1, 0})[2], 1e-3);
}

TEST(Instructions, ImageIsReadAndWrittenByOneKernel) {
  const TestImage image(makeFormat(ChannelOrder::R, ChannelType::UnsignedInt32), k2d, 6);
  call(
      "kernel void k(read_write image2d_t a) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  write_imageui(a, at, read_imageui(a, at) + 1u);\n"
      "}\n")
      .add(image.memory())
      .run(range2({19, 5}));
  const std::vector<unsigned char> after = image.read();
  for (size_t i = 0; i < 19 * 5; ++i) {
    uint32_t before, now;
    std::memcpy(&before, image.bytes().data() + 4 * i, 4);
    std::memcpy(&now, after.data() + 4 * i, 4);
    ASSERT_EQ(now, before + 1) << i;
  }
}

TEST(Instructions, ImageOverABufferSharesItsMemory) {
  const Buffer<float> buffer(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  const cl_image_format format = {CL_RG, CL_FLOAT};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = 4;
  desc.mem_object = buffer.memory();
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE, &format, &desc,
                                     nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  call(
      "kernel void k(read_write image1d_buffer_t a) {\n"
      "  const int i = get_global_id(0);\n"
      "  write_imagef(a, i, read_imagef(a, i).yxzw * 2);\n"
      "}\n")
      .add(image)
      .run(range1(4));
  clReleaseMemObject(image);
  EXPECT_EQ(buffer.read(), (std::vector<float>{4, 2, 8, 6, 12, 10, 16, 14}));
}

TEST(Instructions, HalfColors) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  const TestImage image(makeFormat(ChannelOrder::RGBA, ChannelType::UnormInt8), k2d, 7),
      target(makeFormat(ChannelOrder::RGBA, ChannelType::HalfFloat), k2d, 8);
  call(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "kernel void k(read_only image2d_t a, write_only image2d_t b) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  write_imageh(b, at, read_imageh(a, at));\n"
      "}\n")
      .add(image.memory())
      .add(target.memory())
      .run(range2({19, 5}));
  const std::vector<unsigned char> after = target.read();
  for (long y = 0; y < 5; ++y)
    for (long x = 0; x < 19; ++x) {
      const Color color = lanewise::test::decode(ChannelOrder::RGBA, ChannelType::HalfFloat,
                                                 after.data() + target.offsetOf({x, y, 0}));
      for (size_t c = 0; c < 4; ++c)
        ASSERT_EQ(color[c], static_cast<double>(static_cast<_Float16>(
                                static_cast<float>(image.texel({x, y, 0})[c]))))
            << x << " " << y;
    }
}

TEST(Instructions, ImageIsChosenByDivergentFlow) {
  const TestImage a(kRgbaFloat, k2d, 9), b(kRgbaFloat, k2d, 10);
  const Buffer<float> out(19 * 5, 0.0F);
  call(
      "kernel void k(read_only image2d_t a, read_only image2d_t b, global float* o) {\n"
      "  const int x = get_global_id(0), y = get_global_id(1);\n"
      "  float sum = 0;\n"
      "  for (int i = 0; i <= x % 3; ++i)\n"
      "    sum += (x + y) & 1 ? read_imagef(a, (int2)(x, y)).x : read_imagef(b, (int2)(x, (y + i) % 5)).y;\n"
      "  o[y * 19 + x] = sum;\n"
      "}\n")
      .add(a.memory())
      .add(b.memory())
      .add(out)
      .run(range2({19, 5}));
  const std::vector<float> found = out.read();
  for (long y = 0; y < 5; ++y)
    for (long x = 0; x < 19; ++x) {
      float sum = 0;
      for (long i = 0; i <= x % 3; ++i)
        sum += static_cast<float>((x + y) & 1 ? a.texel({x, y, 0})[0]
                                              : b.texel({x, (y + i) % 5, 0})[1]);
      ASSERT_EQ(found[static_cast<size_t>(y * 19 + x)], sum) << x << " " << y;
    }
}

}  // namespace
}  // namespace kernels
