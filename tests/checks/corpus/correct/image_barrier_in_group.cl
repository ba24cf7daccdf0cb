// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of a group read texels of others behind a barrier.
// run: image_barrier_in_group 64 16 image:64:1d buffer:1024
// options: -cl-std=CL2.0
// report: none
kernel void image_barrier_in_group(read_write image1d_t image, global float4* out) {
  const int i = get_global_id(0), group = get_group_id(0) * 16;
  write_imagef(image, i, (float4)(i));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  out[i] = read_imagef(image, group + 15 - (int)get_local_id(0));
}
