// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b, row-major n x n, n a multiple of 64: tiles of 64 x 64 for each work-group, 4 x 4 elements in
// the registers of each of its 16 x 16 work-items.
#define SIDE 16
#define EACH 4
#define TILE (SIDE * EACH)
#define DEPTH 16

kernel void gemm_blocked(global const float *restrict a, global const float *restrict b,
                         global float *restrict c, int n) {
  local float aTile[DEPTH][TILE], bTile[DEPTH][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_group_id(1) * TILE, column = get_group_id(0) * TILE;
  float sum[EACH][EACH] = {{0.0f}};
  for (int k = 0; k < n; k += DEPTH) {
    for (int i = y * SIDE + x; i < DEPTH * TILE; i += SIDE * SIDE) {
      aTile[i % DEPTH][i / DEPTH] = a[(row + i / DEPTH) * n + k + i % DEPTH];
      bTile[i / TILE][i % TILE] = b[(k + i / TILE) * n + column + i % TILE];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < DEPTH; ++d)
      for (int i = 0; i < EACH; ++i)
        for (int j = 0; j < EACH; ++j)
          sum[i][j] += aTile[d][y + i * SIDE] * bTile[d][x + j * SIDE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j)
      c[(row + y + i * SIDE) * n + column + x + j * SIDE] = sum[i][j];
}
