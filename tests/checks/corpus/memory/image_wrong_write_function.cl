// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image of floats is written as one of unsigned integers.
// run: image_wrong_write_function 16x16 4x4 image:16x16
// report: memory 7
kernel void image_wrong_write_function(write_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imageui(image, (int2)(x, y), (uint4)(x));
}
