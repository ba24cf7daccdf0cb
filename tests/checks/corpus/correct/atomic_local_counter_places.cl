// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic counter in local memory gives places, and its value is read behind a barrier.
// run: atomic_local_counter_places 64 16 buffer:256 buffer:16
// report: none
kernel void atomic_local_counter_places(global int* out, global int* counts) {
  local int count;
  const int l = get_local_id(0), g = get_group_id(0);
  if (l == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l & 1) out[g * 16 + atomic_inc(&count)] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) counts[g] = count;
}
