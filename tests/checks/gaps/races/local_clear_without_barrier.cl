// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item clears a counter, and others count before a barrier.
// run: local_clear_without_barrier 32 16 buffer:128
// report: races 10|11
kernel void local_clear_without_barrier(global int* out) {
  local int count;
  const int l = get_local_id(0);
  if (l == 0) count = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) count = 0;
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count;
}
