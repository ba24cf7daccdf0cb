// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose of a matrix that is no multiple of the tile has guards on both sides.
// run: transpose_edge_tiles 16x16 8x8 buffer:676 written:676 int:13
// report: none
kernel void transpose_edge_tiles(global int* out, global const int* in, int n) {
  local int tile[8][8];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < n) tile[ly][lx] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int toX = get_group_id(1) * 8 + lx, toY = get_group_id(0) * 8 + ly;
  if (toX < n && toY < n) out[toY * n + toX] = tile[lx][ly];
}
