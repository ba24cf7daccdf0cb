// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bins in local memory are counted without having been cleared.
// run: local_histogram_not_cleared 32 16 buffer:32
// report: uninitialized 8|10
kernel void local_histogram_not_cleared(global int* out) {
  local int bins[8];
  const int l = get_local_id(0);
  atomic_inc(bins + (l & 7));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(out + l, bins[l]);
}
