// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image of another size, by a linear sampler.
constant sampler_t kSampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void resize(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_global_size(0), get_global_size(1));
  write_imagef(out, at, read_imagef(in, kSampler, (convert_float2(at) + 0.5f) / size));
}
