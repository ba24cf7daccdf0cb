// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of a group read the texel of a neighbour, which writes it, without a barrier.
// run: image_reads_neighbour 16x16 16x16 image:16x16
// options: -cl-std=CL2.0
// report: races 8|9
kernel void image_reads_neighbour(read_write image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 other = read_imagef(image, (int2)((at.x + 1) % 16, at.y));
  write_imagef(image, at, other + 1);
}
