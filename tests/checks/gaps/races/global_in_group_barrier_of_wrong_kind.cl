// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier orders local memory only, but the data is in a buffer.
// run: global_in_group_barrier_of_wrong_kind 32 16 buffer:128 buffer:128
// report: races 7|9
kernel void global_in_group_barrier_of_wrong_kind(global int* out, global int* space) {
  const int i = get_global_id(0);
  space[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = space[i ^ 1];
}
