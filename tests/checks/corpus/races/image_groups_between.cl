// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups read texels that other groups write; their barrier orders nothing between groups.
// run: image_groups_between 64 16 image:64:1d
// options: -cl-std=CL2.0
// report: races 8|10
kernel void image_groups_between(read_write image1d_t image) {
  const int i = get_global_id(0);
  write_imagef(image, i, (float4)(i));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  const float4 other = read_imagef(image, (i + 16) % 64);
  if (other.x < 0) write_imagef(image, i, other);
}
