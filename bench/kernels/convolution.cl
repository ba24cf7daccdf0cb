// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 5 x 5 convolution. The input has a border of two pixels on each side.
kernel void convolution(global const float *restrict in, constant float *restrict weights,
                        global float *restrict out) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float sum = 0.0f;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) sum += weights[5 * i + j] * in[(y + i) * (width + 4) + x + j];
  out[y * width + x] = sum;
}
