// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value in local memory that nothing has written decides whether a loop with stores runs.
// run: local_branch_around_loop 16 16 buffer:256
// report: uninitialized 10
kernel void local_branch_around_loop(global int* out) {
  local int counts[16];
  const int l = get_local_id(0);
  if (l < 12) counts[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (counts[15 - l] > 3) {
    for (int k = 0; k < 4; ++k) out[4 * l + k] = k;
  }
}
