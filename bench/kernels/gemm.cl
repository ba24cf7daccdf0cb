// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b, row-major n x n: one element for each work-item, without local memory.
kernel void gemm(global const float *restrict a, global const float *restrict b,
                 global float *restrict c, int n) {
  const int row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
