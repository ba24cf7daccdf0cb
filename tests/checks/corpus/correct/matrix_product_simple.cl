// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices, one element for each work-item.
// run: matrix_product_simple 16x16 8x8 buffer:1024 buffer:1024 buffer:1024 int:16
// report: none
kernel void matrix_product_simple(global float* c, global const float* a, global const float* b, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
