// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch writes a buffer, and reads it as an image.
// run: image_and_its_buffer 64 16 buffer:1024 imageof:0:64 buffer:1024
// options: -cl-std=CL2.0
// report: races 9|10
kernel void image_and_its_buffer(global float4* a, read_only image1d_buffer_t image,
                                 global float4* out) {
  const int i = get_global_id(0);
  a[i] = (float4)(i);
  out[i] = read_imagef(image, 63 - i);
}
