// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item reads and writes its own texel of an image.
// run: image_read_write_own 16x16 8x8 image:16x16
// options: -cl-std=CL2.0
// report: none
kernel void image_read_write_own(read_write image2d_t image) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(image, place, read_imagef(image, place) + 1);
}
