// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items count with atomics and read the count without.
// run: local_atomic_and_plain 32 16 buffer:128
// report: races 10|11
kernel void local_atomic_and_plain(global int* out) {
  local int count;
  const int l = get_local_id(0);
  if (l == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  out[get_global_id(0)] = count;
}
