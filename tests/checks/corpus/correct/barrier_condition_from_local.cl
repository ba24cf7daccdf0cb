// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The condition of a barrier is read from local memory and is the same for all.
// run: barrier_condition_from_local 64 16 buffer:256 written:16
// report: none
kernel void barrier_condition_from_local(global int* out, global const int* in) {
  local int isLong;
  local int tile[16];
  const int l = get_local_id(0);
  if (l == 0) isLong = in[get_group_id(0)] > 1;
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = tile[15 - l];
  if (isLong) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 3) & 15];
  }
  out[get_global_id(0)] = value;
}
