// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a sub-group reaches its barrier.
// options: -cl-std=CL3.0
// run: sub_group_barrier_divergent 32 32 buffer:128
// report: barriers 11
__attribute__((intel_reqd_sub_group_size(8)))
kernel void sub_group_barrier_divergent(global int* out) {
  const int i = get_global_id(0);
  out[i] = i;
  if (get_sub_group_local_id() & 1)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}
