// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Gaussian blur of 9 taps, along x and then along y. A linear sampler gives the weighted sum of two of them.
constant sampler_t kSampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

float4 blurred(read_only image2d_t in, float2 at, float2 step) {
  float4 sum = 0.2270270270f * read_imagef(in, kSampler, at);
  sum += 0.3162162162f * read_imagef(in, kSampler, at - 1.3846153846f * step);
  sum += 0.3162162162f * read_imagef(in, kSampler, at + 1.3846153846f * step);
  sum += 0.0702702703f * read_imagef(in, kSampler, at - 3.2307692308f * step);
  sum += 0.0702702703f * read_imagef(in, kSampler, at + 3.2307692308f * step);
  return sum;
}

kernel void blur_x(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, blurred(in, convert_float2(at) + 0.5f, (float2)(1, 0)));
}

kernel void blur_y(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, blurred(in, convert_float2(at) + 0.5f, (float2)(0, 1)));
}
