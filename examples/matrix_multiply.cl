// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b for row-major n x n matrices, n a multiple of 64. A work-group of 16 x 16 makes a block
// of 64 x 64: both operands pass through local memory in slices of 16, and each work-item keeps
// 4 rows of 4 neighbouring results in registers.
#define BLOCK 64
#define SLICE 16

__attribute__((reqd_work_group_size(16, 16, 1)))
kernel void matrixMultiply(global const float *restrict a, global const float *restrict b,
                           global float *restrict c, int n) {
  local float aSlice[BLOCK][SLICE];
  local float4 bSlice[SLICE][BLOCK / 4];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_group_id(1) * BLOCK, column = get_group_id(0) * BLOCK;
  float4 sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};

  for (int k = 0; k < n; k += SLICE) {
    for (int i = 0; i < 4; ++i) aSlice[y + 16 * i][x] = a[(row + y + 16 * i) * n + k + x];
    bSlice[y][x] = vload4(x, b + (k + y) * n + column);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 0; s < SLICE; ++s) {
      const float4 four = bSlice[s][x];
      for (int i = 0; i < 4; ++i) sum[i] = mad(aSlice[4 * y + i][s], four, sum[i]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i) vstore4(sum[i], x, c + (row + 4 * y + i) * n + column);
}
