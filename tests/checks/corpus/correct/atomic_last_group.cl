// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last group that arrives adds the sums of all others.
// run: atomic_last_group 64 16 buffer:16 buffer:4 buffer:4
// options: -cl-std=CL2.0
// report: none
kernel void atomic_last_group(global int* sums, global atomic_int* arrived, global int* out) {
  local int isLast;
  if (get_local_id(0) == 0) {
    sums[get_group_id(0)] = get_group_id(0) + 1;
    isLast = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device) == 3;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (isLast && get_local_id(0) == 0) {
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += sums[k];
    *out = sum;
  }
}
