// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b, row-major n x n, n a multiple of 16: the plain tiled algorithm with two barriers per tile.
#define TILE 16

kernel void gemm_tiled(global const float *restrict a, global const float *restrict b,
                  global float *restrict c, int n) {
  local float aTile[TILE][TILE], bTile[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    aTile[y][x] = a[row * n + k + x];
    bTile[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += aTile[y][i] * bTile[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
