// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colors of little computation are written to an image.
kernel void write_colors(write_only image2d_t out, float scale) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float x = at.x * scale, y = at.y * scale;
  write_imagef(out, at, (float4)(x, y, x * y, 1));
}
