// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local histogram has 8 bins, and 9 are counted.
// run: local_atomic_outside 32 16 buffer:32
// report: memory 10
kernel void local_atomic_outside(global int* out) {
  local int bins[8];
  const int l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(bins + l % 9);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(out + l, bins[l]);
}
