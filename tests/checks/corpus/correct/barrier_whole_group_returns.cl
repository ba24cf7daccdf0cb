// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole groups return before a barrier.
// run: barrier_whole_group_returns 64 16 buffer:256
// report: none
kernel void barrier_whole_group_returns(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  if (get_group_id(0) == 2) return;
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}
