// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch writes one half of a buffer, and the other half as an image.
// run: image_in_half_of_buffer 32 16 buffer:1024 imageof:0:64
// options: -cl-std=CL2.0
// report: none
kernel void image_in_half_of_buffer(global float4* a, write_only image1d_buffer_t image) {
  const int i = get_global_id(0);
  a[i] = (float4)(i);
  write_imagef(image, 32 + i, (float4)(i));
}
