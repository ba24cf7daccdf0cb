// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose by way of a tile with a column of padding.
// run: transpose_local_padded 16x16 8x8 buffer:1024 written:1024
// report: none
kernel void transpose_local_padded(global int* out, global const int* in) {
  local int tile[8][9];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * 16 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int toX = get_group_id(1) * 8 + x, toY = get_group_id(0) * 8 + y;
  out[toY * 16 + toX] = tile[x][y];
}
