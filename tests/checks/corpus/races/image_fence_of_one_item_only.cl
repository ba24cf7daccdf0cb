// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence of one work-item does not order its accesses with those of its neighbours.
// run: image_fence_of_one_item_only 64 64 image:64:1d
// options: -cl-std=CL2.0
// report: races 8|10
kernel void image_fence_of_one_item_only(read_write image1d_t image) {
  const int i = get_global_id(0);
  write_imagef(image, i, (float4)(i));
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  const float4 other = read_imagef(image, (i + 1) % 64);
  if (other.x < 0) write_imagef(image, i, other);
}
