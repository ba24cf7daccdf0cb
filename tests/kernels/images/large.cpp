// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels access images of more than 4 GiB, at offsets beyond 31 and 32 bits.
#include "images/test_image.h"

namespace kernels {
namespace {

constexpr size_t kWidth = 16384, kHeight = 16384, kLayers = 20;

constexpr const char* kSource =
    "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    "constant sampler_t between = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
    "int4 place(int layer) { return (int4)(16300 + get_global_id(0), 16383, layer, 0); }\n"
    "kernel void write(write_only image2d_array_t a, int layer) {\n"
    "  write_imagef(a, place(layer), (float4)(get_global_id(0) / 255.0f));\n}\n"
    "kernel void read(read_only image2d_array_t a, int layer, global float* out) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  const int4 at = place(layer);\n"
    "  out[3 * i] = read_imagef(a, at).x;\n"
    "  out[3 * i + 1] = read_imagef(a, edge, convert_float4(at) + (float4)(0.5f, 0.5f, 0, 0)).x;\n"
    "  out[3 * i + 2] = read_imagef(a, between, convert_float4(at) + (float4)(0.5f, 0.5f, 0, 0)).x;\n}\n";

TEST(LargeImages, AreReadSampledAndWrittenAtTheirEnd) {
  const TestDevice& device = TestDevice::get();
  const cl_image_format format = {CL_R, CL_UNORM_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
  description.image_width = kWidth;
  description.image_height = kHeight;
  description.image_array_size = kLayers;
  cl_int error = CL_SUCCESS;
  const cl_mem image =
      clCreateImage(device.context(), CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE) GTEST_SKIP() << "the device has too little memory";
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_program program = TestDevice::get().sourceProgram(kSource, kOptions);
  // Offsets below 2^31, between 2^31 and 2^32, and beyond.
  for (const cl_int layer : {0, 7, 8, 15, 16, 19}) {
    KernelCall(program, "large", "write").add(image).add(layer).run(range1(83));
    const Buffer<float> out(83 * 3, -1.0F);
    KernelCall(program, "large", "read").add(image).add(layer).add(out).run(range1(83));
    const std::vector<float> found = out.read();
    for (size_t i = 0; i < found.size(); ++i)
      ASSERT_NEAR(found[i], float(i / 3) / 255, 1e-6) << "layer " << layer << ", " << i;
  }
  // Each layer has its own texels.
  unsigned char byte = 0;
  const size_t before[3] = {16382, 16383, 18}, one[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(device.queue(), image, CL_TRUE, before, one, 0, 0, &byte, 0, nullptr,
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(byte, 0) << "nobody wrote to this layer";
  clReleaseMemObject(image);
}

}  // namespace
}  // namespace kernels
