// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image that is read and written exchanges texels without a barrier.
// run: image_read_and_written 8x8 4x4 image:8x8
// options: -cl-std=CL2.0
// report: races 8|9
kernel void image_read_and_written(read_write image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float4 texel = read_imagef(image, (int2)(7 - x, y));
  write_imagef(image, (int2)(x, y), texel + 1);
}
