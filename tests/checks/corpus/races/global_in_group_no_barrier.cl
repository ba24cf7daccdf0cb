// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of a group exchange values in a buffer without a barrier.
// run: global_in_group_no_barrier 32 16 buffer:128 buffer:128
// report: races 7|8
kernel void global_in_group_no_barrier(global int* out, global int* space) {
  const int i = get_global_id(0);
  space[i] = i;
  out[i] = space[i ^ 1];
}
