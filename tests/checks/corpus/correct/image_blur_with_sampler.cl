// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sampler handles coordinates outside of the image.
// run: image_blur_with_sampler 16x16 8x8 image:16x16 image:16x16 sampler
// report: none
kernel void image_blur_with_sampler(write_only image2d_t out, read_only image2d_t in, sampler_t s) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += read_imagef(in, s, place + (int2)(dx, dy));
  write_imagef(out, place, sum / 9);
}
