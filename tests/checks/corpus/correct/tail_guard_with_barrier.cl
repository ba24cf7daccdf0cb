// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items behind the end stay for the barrier.
// run: tail_guard_with_barrier 64 16 buffer:200 buffer:200 int:50
// report: none
kernel void tail_guard_with_barrier(global int* out, global const int* in, int n) {
  local int tile[16];
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[15 - l] + 1;
}
