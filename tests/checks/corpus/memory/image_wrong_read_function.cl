// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image of floats is read as one of integers.
// run: image_wrong_read_function 16x16 4x4 buffer:1024 image:16x16
// report: memory 7
kernel void image_wrong_read_function(global int* out, read_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * 16 + x] = read_imagei(image, (int2)(x, y)).x;
}
