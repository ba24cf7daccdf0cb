// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each row of a tile is reduced by its own work-items.
// run: local_2d_reduce_rows 16x16 16x4 buffer:64 written:1024
// report: none
kernel void local_2d_reduce_rows(global int* out, global const int* in) {
  local int tile[4][16];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * 16 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2) {
    if (x < step) tile[y][x] += tile[y][x + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x == 0) out[get_global_id(1)] = tile[y][0];
}
