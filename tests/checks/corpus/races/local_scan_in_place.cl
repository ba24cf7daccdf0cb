// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan reads and writes one tile without a barrier between.
// run: local_scan_in_place 32 16 buffer:128
// report: races 12
kernel void local_scan_in_place(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 16; step *= 2) {
    if (l >= step)
      tile[l] += tile[l - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[l];
}
