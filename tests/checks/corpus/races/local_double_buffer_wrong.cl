// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both halves of a double buffer are the same.
// run: local_double_buffer_wrong 32 16 buffer:128 int:4
// report: races 12
kernel void local_double_buffer_wrong(global int* out, int n) {
  local int tiles[2][16];
  const int l = get_local_id(0);
  tiles[0][l] = l;
  tiles[1][l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k) {
    tiles[k & 1][l] = tiles[k & 1][(l + 1) % 16] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tiles[0][l] + tiles[1][l];
}
