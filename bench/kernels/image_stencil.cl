// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 5 x 5 stencil on pixels of four bytes, which repeats the border: the pixels are an image or a buffer.
constant sampler_t kSampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void image_stencil(read_only image2d_t in, write_only image2d_t out, constant float *weights) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x)
      sum += weights[5 * y + x] * read_imagef(in, kSampler, at + (int2)(x - 2, y - 2));
  write_imagef(out, at, sum);
}

kernel void buffer_stencil(global const uchar4 *restrict in, global uchar4 *restrict out,
                           constant float *weights) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = (int2)(get_global_size(0), get_global_size(1));
  float4 sum = 0;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x) {
      const int2 from = clamp(at + (int2)(x - 2, y - 2), (int2)(0), size - 1);
      sum += weights[5 * y + x] * (convert_float4(in[from.y * size.x + from.x]) / 255.0f);
    }
  out[at.y * size.x + at.x] = convert_uchar4_sat_rte(sum * 255.0f);
}
