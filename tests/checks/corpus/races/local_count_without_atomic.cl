// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items count in local memory without an atomic.
// run: local_count_without_atomic 32 16 buffer:128
// report: races 11
// may: benign-races 11
kernel void local_count_without_atomic(global int* out) {
  local int count;
  const int l = get_local_id(0);
  if (l == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  count += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count;
}
