// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier orders accesses of a group to its part of a buffer.
// run: barrier_global_in_group 64 16 buffer:256 buffer:256
// report: none
kernel void barrier_global_in_group(global int* out, global int* space) {
  const int i = get_global_id(0);
  space[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = space[i ^ 5];
}
