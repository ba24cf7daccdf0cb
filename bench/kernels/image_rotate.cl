// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image turned about its center, by a linear sampler. Outside of the image is the border color.
constant sampler_t kSampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

kernel void rotate_image(read_only image2d_t in, write_only image2d_t out, float cosine, float sine) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_global_size(0), get_global_size(1));
  const float2 from = (convert_float2(at) + 0.5f) / size - 0.5f;
  const float2 turned = (float2)(cosine * from.x - sine * from.y, sine * from.x + cosine * from.y);
  write_imagef(out, at, read_imagef(in, kSampler, turned + 0.5f));
}
