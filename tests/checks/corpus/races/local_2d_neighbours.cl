// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows exchange borders in local memory without a barrier.
// run: local_2d_neighbours 8x8 8x8 buffer:256
// report: races 10|12
kernel void local_2d_neighbours(global int* out) {
  local int tile[9][8];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[y][x] = x;
  if (y == 0) tile[8][x] = 0;
  out[y * 8 + x] = tile[(y + 1) % 8][x];
}
