// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range that is larger than the image has a guard.
// run: image_guarded 16x16 8x8 image:13x11
// report: none
kernel void image_guarded(write_only image2d_t out) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  if (place.x >= get_image_width(out) || place.y >= get_image_height(out)) return;
  write_imagef(out, place, (float4)(place.x));
}
