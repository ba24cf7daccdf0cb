// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The right border of a tile with a halo is written, but the tile has no column for it.
// run: local_tile_2d_no_padding 8x8 8x8 buffer:256
// report: memory 10
kernel void local_tile_2d_no_padding(global int* out) {
  local int tile[64];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y * 8 + x] = x + y;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (y == 7) tile[(y + 1) * 8 + x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 8 + get_global_id(0)] = tile[y * 8 + x];
}
