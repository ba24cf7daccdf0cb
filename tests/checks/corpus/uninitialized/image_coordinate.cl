// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A coordinate of an image was not written.
// run: image_coordinate 8x8 4x4 buffer:256 image:8x8
// report: uninitialized 10
kernel void image_coordinate(global float* out, read_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  int2 place;
  place.x = x;
  if (y > 100) place.y = y;
  out[y * 8 + x] = read_imagef(image, place & 7).x;
}
