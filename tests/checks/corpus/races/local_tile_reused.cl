// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The next iteration overwrites a tile that other work-items still read.
// run: local_tile_reused 32 16 buffer:128 readonly:1024 int:4
// report: races 10|13
kernel void local_tile_reused(global int* out, global const int* in, int n) {
  local int tile[16];
  const int l = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[l] = in[k * 16 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 16; ++j)
      sum += tile[j];
  }
  out[get_global_id(0)] = sum;
}
