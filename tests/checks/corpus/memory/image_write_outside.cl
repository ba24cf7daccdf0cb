// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write is below the image, which is smaller than the range.
// run: image_write_outside 16x16 4x4 image:16x12
// report: memory 7
kernel void image_write_outside(write_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(image, (int2)(x, y), (float4)(x, y, 0, 1));
}
