// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan alternates between two tiles.
// run: scan_two_buffers 32 16 buffer:128 written:128
// report: none
kernel void scan_two_buffers(global int* out, global const int* in) {
  local int tiles[2][16];
  const int l = get_local_id(0), i = get_global_id(0);
  int from = 0;
  tiles[0][l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 16; step *= 2) {
    tiles[1 - from][l] = tiles[from][l] + (l >= step ? tiles[from][l - step] : 0);
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tiles[from][l];
}
