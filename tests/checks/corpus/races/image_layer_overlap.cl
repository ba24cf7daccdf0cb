// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two work-items write each layer of an array of images.
// run: image_layer_overlap 8x8x4 8x8x4 image:8x8x4:2darray
// options: -cl-std=CL2.0
// report: races 8
kernel void image_layer_overlap(write_only image2d_array_t image) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2) / 2, 0);
  write_imagef(image, at, (float4)(get_global_id(2)));
}
