// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of work-items write one texel of a byte.
// run: image_bytes_one_texel 64 64 image:64:1d:bytes
// options: -cl-std=CL2.0
// report: races 8
kernel void image_bytes_one_texel(write_only image1d_t image) {
  const int i = get_global_id(0);
  write_imageui(image, i / 2, (uint4)(i));
}
