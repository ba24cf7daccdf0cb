// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan in place has a barrier between its reads and its writes.
// run: scan_in_place 32 16 buffer:128 written:128
// report: none
kernel void scan_in_place(global int* out, global const int* in) {
  local int tile[16];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 16; step *= 2) {
    int other = 0;
    if (l >= step) other = tile[l - step];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[l];
}
