// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flag of a barrier in local memory differs among work-items.
// run: local_memory_flag 16 16 buffer:64
// report: barriers 10
kernel void local_memory_flag(global int* out) {
  local int flags[16];
  const int l = get_local_id(0);
  flags[l] = l % 4;
  if (flags[l] == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = l;
}
