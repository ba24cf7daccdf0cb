// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter without a sampler reads outside at the borders.
// run: image_loop_outside 8x8 4x4 buffer:256 image:8x8
// report: memory 9
kernel void image_loop_outside(global float* out, read_only image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = -1; k <= 1; ++k)
    sum += read_imagef(image, (int2)(x, y + k)).x;
  out[y * 8 + x] = sum;
}
