// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 1D image in a buffer is shifted in place.
// run: image_buffer_shift 64 32 image:64:buffer
// options: -cl-std=CL2.0
// report: races 8|9
kernel void image_buffer_shift(read_write image1d_buffer_t image) {
  const int i = get_global_id(0);
  const float4 next = read_imagef(image, min(i + 1, 63));
  write_imagef(image, i, next);
}
