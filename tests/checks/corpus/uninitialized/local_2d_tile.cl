// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last column of a tile with padding is read.
// run: local_2d_tile 8x8 8x8 buffer:256
// report: uninitialized 10
kernel void local_2d_tile(global int* out) {
  local int tile[8][9];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x * y;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 8 + get_global_id(0)] = tile[x][y + 1];
}
