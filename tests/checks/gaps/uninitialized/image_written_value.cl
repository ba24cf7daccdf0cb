// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of a texel was not written in full.
// run: image_written_value 8x8 4x4 image:8x8
// report: uninitialized 8
kernel void image_written_value(write_only image2d_t image) {
  float4 texel;
  texel.xyz = (float3)(1);
  write_imagef(image, (int2)(get_global_id(0), get_global_id(1)), texel);
}
