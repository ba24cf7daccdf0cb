// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices with tiles in local memory.
// run: matrix_product_tiled 16x16 8x8 buffer:1024 buffer:1024 buffer:1024 int:16
// report: none
kernel void matrix_product_tiled(global float* c, global const float* a, global const float* b, int n) {
  local float tileA[8][8], tileB[8][8];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n / 8; ++t) {
    tileA[ly][lx] = a[y * n + t * 8 + lx];
    tileB[ly][lx] = b[(t * 8 + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += tileA[ly][k] * tileB[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
