// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-ups behind the border read no texel of the image that other work-items write.
// run: image_border_beside_writes 16x16 8x8 image:16x16 same:0 sampler
// options: -cl-std=CL2.0
// report: none
kernel void image_border_beside_writes(read_only image2d_t in, write_only image2d_t out,
                                       sampler_t s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 border = read_imagef(in, s, (int2)(-1 - at.x, at.y));
  write_imagef(out, at, border + 1);
}
