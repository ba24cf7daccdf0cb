// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image is copied texel by texel.
// run: image_copy 16x16 8x8 image:16x16 image:16x16
// report: none
kernel void image_copy(write_only image2d_t out, read_only image2d_t in) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, place, read_imagef(in, place));
}
