// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The planes of a launch all write the first plane of a 3D image.
// run: image_3d_depth_ignored 8x8x4 8x8x1 image:8x8x4:3d
// options: -cl-std=CL2.0
// report: races 8
kernel void image_3d_depth_ignored(write_only image3d_t image) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), 0, 0);
  write_imagef(image, at, (float4)(get_global_id(2)));
}
