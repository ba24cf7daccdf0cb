// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NaN, infinity and numbers near the limits of half precision in images of floating-point channels
// (sections 7.4.2 and 7.4.3 of the environment specification), and the order of depth images.
#include <cmath>
#include <limits>

#include "images/test_image.h"

namespace kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const char kSource[] = R"(
kernel void store(write_only image2d_t image, global const float* values) {
  const int x = get_global_id(0);
  write_imagef(image, (int2)(x, 0), (float4)(values[x], 0, 0, 1));
}
kernel void fetch(read_only image2d_t image, global float* values) {
  const int x = get_global_id(0);
  values[x] = read_imagef(image, (int2)(x, 0)).x;
}
kernel void order(read_only image2d_depth_t image, global int* out) {
  out[0] = get_image_channel_order(image) == CLK_DEPTH;
  out[1] = get_image_channel_data_type(image) == CLK_FLOAT;
}
)";

class PlainImage {
 public:
  PlainImage(cl_channel_order order, cl_channel_type type, size_t width) {
    const cl_image_format format = {order, type};
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = width;
    shape.image_height = 1;
    cl_int error = CL_SUCCESS;
    memory_ = clCreateImage(TestDevice::get().context(), CL_MEM_READ_WRITE, &format, &shape,
                            nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  ~PlainImage() { clReleaseMemObject(memory_); }
  PlainImage(const PlainImage&) = delete;
  cl_mem memory() const { return memory_; }

 private:
  cl_mem memory_;
};

/// What an image of this type gives back of the values.
std::vector<float> throughImage(cl_channel_type type, const std::vector<float>& values) {
  const PlainImage image(CL_R, type, values.size());
  const Buffer<float> in(values), out(values.size(), -1.0F);
  const cl_program program = TestDevice::get().sourceProgram(kSource, kOptions);
  KernelCall(program, "store", "store").add(image.memory()).add(in).run(range1(values.size()));
  KernelCall(program, "fetch", "fetch").add(image.memory()).add(out).run(range1(values.size()));
  return out.read();
}

TEST(SpecialValues, OfFloatChannelsStay) {
  const std::vector<float> values = {kInfinity, -kInfinity, 0.0F, -0.0F, 1e38F, 1e-38F, NAN, -NAN};
  const std::vector<float> found = throughImage(CL_FLOAT, values);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(std::isnan(found[i]), std::isnan(values[i])) << i;
    EXPECT_EQ(std::signbit(found[i]), std::signbit(values[i])) << i;
    if (!std::isnan(values[i])) EXPECT_EQ(found[i], values[i]) << i;
  }
}

TEST(SpecialValues, OfHalfChannelsAreRoundedToEven) {
  const std::vector<float> values = {kInfinity, -kInfinity, NAN,        65504.0F, 65519.0F,
                                     65520.0F,  -65520.0F,  0x1p-24F,   0x1p-25F, 0x1.8p-24F,
                                     -0.0F,     1.0F,       1.00048828F};
  const std::vector<float> expected = {kInfinity, -kInfinity, NAN,      65504.0F, 65504.0F,
                                       kInfinity, -kInfinity, 0x1p-24F, 0.0F,     0x1p-23F,
                                       -0.0F,     1.0F,       1.0F};
  const std::vector<float> found = throughImage(CL_HALF_FLOAT, values);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(std::isnan(found[i]), std::isnan(expected[i])) << values[i];
    if (std::isnan(expected[i])) continue;
    EXPECT_EQ(found[i], expected[i]) << values[i];
    EXPECT_EQ(std::signbit(found[i]), std::signbit(expected[i])) << values[i];
  }
}

TEST(DepthImages, HaveTheirOrder) {
  const PlainImage image(CL_DEPTH, CL_FLOAT, 4);
  const Buffer<cl_int> out(2, -1);
  KernelCall(TestDevice::get().sourceProgram(kSource, kOptions), "order", "order")
      .add(image.memory())
      .add(out)
      .run(range1(1));
  EXPECT_EQ(out.read(), (std::vector<cl_int>{1, 1}));
}

}  // namespace
}  // namespace kernels
