// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of raw types, whose texels share bytes: the extension's tables, written down bit by bit.
#include "images/test_image.h"
#include "tests/split_mix64.h"

#include <CL/cl_ext.h>

#include <algorithm>

namespace kernels {
namespace {

struct RawType {
  const char* name;
  cl_channel_type type;
  unsigned bits, texels;
};
constexpr RawType kTypes[] = {{"RAW10", CL_UNSIGNED_INT_RAW10_EXT, 10, 4},
                              {"RAW12", CL_UNSIGNED_INT_RAW12_EXT, 12, 2}};
constexpr size_t kWidth = 36, kHeight = 3, kPitch = 61;

// Texel i of a block has its upper 8 bits in byte i; the lower ones follow each other in the last
// byte.
unsigned texelOf(const RawType& type, const std::vector<unsigned char>& bytes, long x, long y) {
  if (x < 0 || y < 0 || x >= long(kWidth) || y >= long(kHeight)) return 0;
  const size_t block = size_t(x) / type.texels, i = size_t(x) % type.texels;
  const unsigned char* first = bytes.data() + size_t(y) * kPitch + block * (type.texels + 1);
  unsigned value = 0;
  for (unsigned bit = 0; bit < type.bits; ++bit) {
    const unsigned low = type.bits - 8;
    const unsigned from =
        bit < low ? first[type.texels] >> (i * low + bit) : first[i] >> (bit - low);
    value |= (from & 1) << bit;
  }
  return value;
}

cl_mem makeImage(const RawType& type, std::vector<unsigned char>& bytes) {
  lanewise::test::SplitMix64 random(type.bits);
  bytes.resize(kPitch * kHeight);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  const cl_image_format format = {CL_R, type.type};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = kWidth;
  description.image_height = kHeight;
  description.image_row_pitch = kPitch;
  cl_int error = CL_SUCCESS;
  const cl_mem image =
      clCreateImage(TestDevice::get().context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                    &description, bytes.data(), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return image;
}

constexpr const char* kSource =
    "#ifndef __opencl_c_ext_image_raw10_raw12\n#error no feature\n#endif\n"
    "kernel void read(read_only image2d_t a, global const int2* at, global uint4* out) {\n"
    "  const size_t i = get_global_id(0);\n  out[i] = read_imageui(a, at[i]);\n}\n"
    "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    "kernel void sample(read_only image2d_t a, global const int2* at, global uint4* out) {\n"
    "  const size_t i = get_global_id(0);\n  out[i] = read_imageui(a, edge, convert_float2(at[i]) + 0.25f);\n}\n"
    "kernel void query(read_only image2d_t a, global int2* out) {\n"
    "  out[get_global_id(0)] = (int2)(get_image_channel_data_type(a) == CLK_UNSIGNED_INT_RAW10_EXT,\n"
    "                                 get_image_channel_data_type(a) == CLK_UNSIGNED_INT_RAW12_EXT);\n}\n"
    "kernel void filter(read_only image2d_t a, global float4* out) {\n"
    "  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
    "  out[get_global_id(0)] = 7;\n"
    "  out[get_global_id(0)] = read_imagef(a, s, (float2)(get_global_id(0) * 0.3f, 1));\n}\n"
    "kernel void other(read_write image2d_t a, global float4* out) {\n"
    "  out[get_global_id(0)] = read_imagef(a, (int2)(1, 1));\n"
    "  write_imageui(a, (int2)(get_global_id(0), 0), (uint4)(7));\n}\n";

KernelCall call(const char* kernel) {
  return KernelCall(TestDevice::get().sourceProgram(kSource, kOptions), "raw", kernel);
}

TEST(RawFormats, KernelsReadEachTexel) {
  for (const RawType& type : kTypes) {
    std::vector<unsigned char> bytes;
    const cl_mem image = makeImage(type, bytes);
    std::vector<cl_int2> at;
    for (int y = -1; y <= int(kHeight); ++y)
      for (int x = -2; x < int(kWidth) + 3; ++x) at.push_back({{x, y}});
    const Buffer<cl_int2> places(at);
    for (const bool samples : {false, true}) {
      const Buffer<cl_uint4> out(at.size(), cl_uint4{});
      call(samples ? "sample" : "read").add(image).add(places).add(out).run(range1(at.size()));
      const std::vector<cl_uint4> found = out.read();
      for (size_t i = 0; i < at.size(); ++i) {
        const long x = at[i].s[0], y = at[i].s[1];
        const unsigned expected = samples
                                      ? texelOf(type, bytes, std::clamp(x, 0L, long(kWidth) - 1),
                                                std::clamp(y, 0L, long(kHeight) - 1))
                                      : texelOf(type, bytes, x, y);
        ASSERT_EQ(found[i].s[0], expected) << type.name << " at " << x << ", " << y;
        ASSERT_EQ(found[i].s[1], 0U);
        ASSERT_EQ(found[i].s[3], 1U);
      }
    }
    clReleaseMemObject(image);
  }
}

TEST(RawFormats, KernelsAskForTheType) {
  for (const RawType& type : kTypes) {
    std::vector<unsigned char> bytes;
    const cl_mem image = makeImage(type, bytes);
    const Buffer<cl_int2> out(1, cl_int2{});
    call("query").add(image).add(out).run(range1(1));
    EXPECT_EQ(out.read()[0].s[0], type.bits == 10) << type.name;
    EXPECT_EQ(out.read()[0].s[1], type.bits == 12) << type.name;
    clReleaseMemObject(image);
  }
}

// The specification leaves both undefined.
TEST(RawFormats, WritesAndReadsOfAnotherTypeHaveNoEffect) {
  for (const RawType& type : kTypes) {
    std::vector<unsigned char> bytes;
    const cl_mem image = makeImage(type, bytes);
    const Buffer<cl_float4> out(40, cl_float4{});
    call("other").add(image).add(out).run(range1(40));
    for (const cl_float4& color : out.read()) EXPECT_EQ(color.s[0], 0);
    call("filter").add(image).add(out).run(range1(40));
    for (const cl_float4& color : out.read())
      for (const float component : color.s) EXPECT_EQ(component, 0);
    std::vector<unsigned char> after(bytes.size());
    const size_t origin[3] = {}, region[3] = {kWidth, kHeight, 1};
    EXPECT_EQ(clEnqueueReadImage(TestDevice::get().queue(), image, CL_TRUE, origin, region, kPitch,
                                 0, after.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    const size_t rowBytes = kWidth / type.texels * (type.texels + 1);
    for (size_t y = 0; y < kHeight; ++y)
      EXPECT_TRUE(std::equal(after.begin() + long(y * kPitch),
                             after.begin() + long(y * kPitch + rowBytes),
                             bytes.begin() + long(y * kPitch)))
          << type.name << ", row " << y;
    clReleaseMemObject(image);
  }
}

}  // namespace
}  // namespace kernels
