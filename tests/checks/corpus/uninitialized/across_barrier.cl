// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that is live across a barrier was written by some work-items.
// run: across_barrier 32 16 buffer:128
// report: uninitialized 12
kernel void across_barrier(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  int value;
  tile[l] = l;
  if (l > 2) value = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l] + value;
}
