// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items outside of the image return before the barrier of a tile.
// run: tail_tile_2d 16x16 8x8 buffer:1024 int:12
// report: barriers 11
kernel void tail_tile_2d(global int* out, int width) {
  local int tile[64];
  const int x = get_global_id(0), y = get_global_id(1);
  const int l = get_local_id(1) * 8 + get_local_id(0);
  if (x >= width || y >= width) return;
  tile[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 16 + x] = tile[l];
}
