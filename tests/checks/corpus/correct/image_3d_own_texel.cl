// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item reads and writes its own texel of a 3D image.
// run: image_3d_own_texel 8x8x4 8x4x2 image:8x8x4:3d
// options: -cl-std=CL2.0
// report: none
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
kernel void image_3d_own_texel(read_write image3d_t image) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagef(image, at, read_imagef(image, at) + 1);
}
