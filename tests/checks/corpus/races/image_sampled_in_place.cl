// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter with a sampler reads the image that it writes, as another argument.
// run: image_sampled_in_place 16x16 8x8 image:16x16 same:0 sampler
// options: -cl-std=CL2.0
// report: races 8|9
kernel void image_sampled_in_place(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 left = read_imagef(in, s, at - (int2)(1, 0));
  write_imagef(out, at, left + 1);
}
