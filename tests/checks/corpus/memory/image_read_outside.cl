// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read without a sampler is outside of the image.
// run: image_read_outside 16x16 4x4 buffer:1024 image:16x16
// report: memory 7
kernel void image_read_outside(global float* out, read_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * 16 + x] = read_imagef(image, (int2)(x + 1, y)).x;
}
