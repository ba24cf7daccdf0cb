// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item writes its texel in each layer of an array.
// run: image_own_layer 16 8 image:16x4:1darray
// options: -cl-std=CL2.0
// report: none
kernel void image_own_layer(read_write image1d_array_t image) {
  for (int layer = 0; layer < 4; ++layer) {
    const int2 at = (int2)(get_global_id(0), layer);
    write_imagef(image, at, read_imagef(image, at) + layer);
  }
}
