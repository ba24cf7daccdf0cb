// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose of an n x n matrix through tiles in local memory, 32 x 8 work-items for a tile of 32 x 32.
#define TILE 32
#define ROWS 8

kernel void transpose(global const float *restrict in, global float *restrict out, int n) {
  local float tile[TILE][TILE + 1];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_group_id(0) * TILE, row = get_group_id(1) * TILE;
  for (int i = y; i < TILE; i += ROWS) tile[i][x] = in[(row + i) * n + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = y; i < TILE; i += ROWS) out[(column + i) * n + row + x] = tile[x][i];
}
