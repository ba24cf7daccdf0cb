// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose by way of local memory has no barrier.
// run: local_transpose_no_barrier 16x16 8x8 buffer:1024 readonly:1024
// report: races 10|12
kernel void local_transpose_no_barrier(global int* out, global const int* in) {
  local int tile[8][8];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[y][x] = in[get_global_id(1) * 16 + get_global_id(0)];
  const int toX = get_group_id(1) * 8 + x, toY = get_group_id(0) * 8 + y;
  out[toY * 16 + toX] = tile[x][y];
}
