// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two work-items write one texel.
// run: image_written_twice 8x8 4x4 image:8x8
// report: races 7
kernel void image_written_twice(write_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(image, (int2)(x / 2, y), (float4)(x));
}
