// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-items of a row write the last texel of it.
// run: image_rows 8x8 8x1 image:8x8
// report: races 7
kernel void image_rows(write_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(image, (int2)(7, y), (float4)(x, y, 0, 0));
}
