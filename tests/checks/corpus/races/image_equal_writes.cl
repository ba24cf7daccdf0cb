// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items write the same color to one texel.
// run: image_equal_writes 64 16 image:16x16
// options: -cl-std=CL2.0
// report: benign-races 7
kernel void image_equal_writes(write_only image2d_t image) {
  write_imagef(image, (int2)(3, 2), (float4)(1, 2, 3, 4));
}
