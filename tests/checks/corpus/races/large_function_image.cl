// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one writes the texel of a neighbour.
// functions: large
// run: large_function_image 64 16 image:64:1d
// options: -cl-std=CL2.0
// report: races 10
void put(write_only image1d_t image, uint i) {
  uint x = i;
  LARGE(x)
  write_imagef(image, (int)(i / 2), (float4)(x));
}
kernel void large_function_image(write_only image1d_t image) {
  const uint i = get_global_id(0);
  MANY(put(image, i))
}
