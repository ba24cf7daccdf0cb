// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time steps alternate between two tiles.
// run: ping_pong_local 32 16 buffer:128 int:5
// report: none
kernel void ping_pong_local(global int* out, int n) {
  local int tiles[2][16];
  const int l = get_local_id(0);
  tiles[0][l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k) {
    tiles[(k + 1) & 1][l] = tiles[k & 1][(l + 1) & 15] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tiles[n & 1][l];
}
