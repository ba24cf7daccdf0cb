// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram is counted in local memory and then added.
// run: histogram_local_atomics 64 16 buffer:32 written:256
// report: none
kernel void histogram_local_atomics(global int* bins, global const int* in) {
  local int counts[8];
  const int l = get_local_id(0);
  if (l < 8) counts[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(counts + (in[get_global_id(0)] & 7));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(bins + l, counts[l]);
}
