// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item computes a block of 2 x 2 in private memory.
// run: matrix_product_registers 8x8 4x4 buffer:1024 buffer:1024 buffer:1024 int:16
// report: none
kernel void matrix_product_registers(global float* c, global const float* a, global const float* b, int n) {
  const int x = 2 * get_global_id(0), y = 2 * get_global_id(1);
  float sum[2][2] = {{0}};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) sum[j][i] += a[(y + j) * n + k] * b[k * n + x + i];
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) c[(y + j) * n + x + i] = sum[j][i];
}
