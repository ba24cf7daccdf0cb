// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item writes its texel of a byte; four of them share a word.
// run: image_bytes_neighbours 64 16 image:64:1d:bytes
// options: -cl-std=CL2.0
// report: none
kernel void image_bytes_neighbours(read_write image1d_t image) {
  const int i = get_global_id(0);
  write_imageui(image, i, read_imageui(image, i) + (uint4)(i));
}
