// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock in local memory, which each work-item tries to get a limited number of times.
kernel void sum_under_lock(global int *sums, global int *missed) {
  local int lock, sum;
  const int lid = get_local_id(0);
  if (lid == 0) lock = sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int has_added = 0;
  for (int i = 0; i < 20000; ++i)
    if (atomic_cmpxchg(&lock, 0, 1) == 0) {
      sum += lid;
      atomic_xchg(&lock, 0);
      has_added = 1;
      break;
    }
  missed[get_global_id(0)] = !has_added;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) sums[get_group_id(0)] = sum;
}
