// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item reads what it has written, behind a fence for itself.
// run: image_fence_of_one_item 64 16 image:64:1d
// options: -cl-std=CL2.0
// report: none
kernel void image_fence_of_one_item(read_write image1d_t image) {
  const int i = get_global_id(0);
  write_imagef(image, i, (float4)(i));
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  write_imagef(image, i, read_imagef(image, i) * 2);
}
