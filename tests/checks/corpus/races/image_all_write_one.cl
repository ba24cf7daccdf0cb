// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items write one texel of an image.
// run: image_all_write_one 64 16 image:16x16
// options: -cl-std=CL2.0
// report: races 7
kernel void image_all_write_one(write_only image2d_t image) {
  write_imagef(image, (int2)(3, 2), (float4)(get_global_id(0)));
}
