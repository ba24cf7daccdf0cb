// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rays through a volume, from the front: each step adds what the density there lets through, until little is left.
constant sampler_t kSampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
#define STEPS 64

kernel void march(read_only image3d_t volume, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_global_size(0), get_global_size(1));
  const float2 screen = (convert_float2(at) + 0.5f) / size;
  const float4 step = (float4)(0.5f * (0.5f - screen), 1.0f, 0) / STEPS;
  float4 place = (float4)(screen, 0, 0) + 0.5f * step;
  float light = 0, passes = 1;
  for (int i = 0; i < STEPS; ++i, place += step) {
    const float opacity = 0.1f * read_imagef(volume, kSampler, place).x;
    light += passes * opacity * place.z;
    passes *= 1 - opacity;
    if (passes < 0.05f) break;
  }
  write_imagef(out, at, (float4)(light, passes, 0, 1));
}
