// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-items of a group wait at different barriers.
// run: both_branches 32 16 buffer:128
// report: barriers 9|12
kernel void both_branches(global int* out) {
  const int l = get_local_id(0);
  if (l & 1) {
    out[get_global_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  } else {
    out[get_global_id(0)] = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
