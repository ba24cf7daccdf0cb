// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of iterations with a barrier differs among groups only.
// run: barrier_in_uniform_loop 64 16 buffer:256
// report: none
kernel void barrier_in_uniform_loop(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  for (uint k = 0; k <= get_group_id(0); ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int value = tile[(l + 1) & 15];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = value;
  }
  out[get_global_id(0)] = tile[l];
}
