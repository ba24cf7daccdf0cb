// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a sub-group reaches its barrier. A sub-group of one work-item has no halves.
// options: -cl-std=CL3.0
// run: sub_group_barrier_divergent 32 32 buffer:128
// report: none
// may: barriers 11
kernel void sub_group_barrier_divergent(global int* out) {
  const int i = get_global_id(0);
  out[i] = i;
  if (get_sub_group_local_id() & 1)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}
