// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image is read without a sampler inside of its bounds.
// run: image_to_buffer 16x16 8x8 buffer:1024 image:16x16
// report: none
kernel void image_to_buffer(global float* out, read_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * 16 + x] = read_imagef(image, (int2)(x ^ 1, y ^ 1)).x;
}
