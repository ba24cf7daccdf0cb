// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_srgb_image_writes: kernels write linear colors, memory has encoded ones, and what is read
// back is linear.
#include "images/test_image.h"

#include <cmath>

namespace kernels {
namespace {

using lanewise::images::ChannelOrder;
using lanewise::images::ChannelType;
using lanewise::images::makeFormat;

constexpr const char* kSource = R"(
#ifndef cl_khr_srgb_image_writes
#error no extension
#endif
#pragma OPENCL EXTENSION cl_khr_srgb_image_writes : enable
kernel void write(write_only image2d_t image, uint codes) {
  const int i = get_global_id(0);
  write_imagef(image, (int2)(i, 0), (float4)(i, codes - i, 0.25f * i, i) / codes);
}
kernel void read(read_only image2d_t image, global float4* out) {
  out[get_global_id(0)] = read_imagef(image, (int2)(get_global_id(0), 0));
})";

constexpr ImageKind kRow = {"2d", CL_MEM_OBJECT_IMAGE2D, 2, -1, {256, 1, 1}, "c.xy", "c.xy"};
constexpr cl_uint kCodes = 255;

TEST(SrgbWrites, ColorsAreEncodedAndReadBack) {
  if (!TestDevice::get().hasExtension("cl_khr_srgb_image_writes"))
    GTEST_SKIP() << "sRGB images are read only";
  for (const ChannelOrder order :
       {ChannelOrder::sRGB, ChannelOrder::sRGBx, ChannelOrder::sRGBA, ChannelOrder::sBGRA}) {
    SCOPED_TRACE(int(order));
    const lanewise::images::Format format = makeFormat(order, ChannelType::UnormInt8);
    const TestImage image(format, kRow, 1);
    for (const char* language : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
      const cl_program program = TestDevice::get().sourceProgram(kSource, language);
      KernelCall(program, "srgb", "write")
          .add(image.memory())
          .add(kCodes)
          .run(range1(kRow.extent[0]));
      const Buffer<cl_float4> out(kRow.extent[0], cl_float4{});
      KernelCall(program, "srgb", "read").add(image.memory()).add(out).run(range1(kRow.extent[0]));
      const std::vector<unsigned char> bytes = image.read();
      const std::vector<cl_float4> colors = out.read();
      for (cl_uint i = 0; i < colors.size(); ++i) {
        const float linear[] = {i / 255.f, (255.f - i) / 255.f, 0.25f * i / 255.f};
        for (int channel = 0; channel < 3; ++channel) {
          // Half of a code; the encoding is steepest at 0, with 12.92, and flattest at 1.
          const float step = 0.5f / 255 * 2.275f + 1e-3f;
          EXPECT_NEAR(colors[i].s[channel], linear[channel], step) << "texel " << i;
        }
        const bool hasAlpha = order == ChannelOrder::sRGBA || order == ChannelOrder::sBGRA;
        EXPECT_NEAR(colors[i].s[3], hasAlpha ? linear[0] : 1, 1e-6f) << "texel " << i;
      }
      // The code of 0.5 is 188, not 128.
      const size_t red = order == ChannelOrder::sBGRA ? 2 : 0;
      const size_t bytesOfTexel = order == ChannelOrder::sRGB ? 3 : 4;
      EXPECT_EQ(bytes[128 * bytesOfTexel + red], 188);
    }
  }
}

}  // namespace
}  // namespace kernels
