// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices whose size is no multiple of the tile pads with zeros.
// run: matrix_product_edges 16x16 8x8 buffer:484 buffer:484 buffer:484 int:11
// report: none
kernel void matrix_product_edges(global float* c, global const float* a, global const float* b, int n) {
  local float tileA[8][8], tileB[8][8];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < (n + 7) / 8; ++t) {
    const int k0 = t * 8;
    tileA[ly][lx] = y < n && k0 + lx < n ? a[y * n + k0 + lx] : 0;
    tileB[ly][lx] = x < n && k0 + ly < n ? b[(k0 + ly) * n + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += tileA[ly][k] * tileB[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < n && y < n) c[y * n + x] = sum;
}
