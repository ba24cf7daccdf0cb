// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier does not order the accesses of different groups.
// run: global_barrier_is_no_group_barrier 32 16 buffer:128 buffer:128
// report: races 7|9
kernel void global_barrier_is_no_group_barrier(global int* out, global int* space) {
  const int i = get_global_id(0);
  space[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  out[i] = space[31 - i];
}
