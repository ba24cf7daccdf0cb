// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A branch with a barrier is the same for all of a group.
// run: barrier_in_uniform_branch 64 16 buffer:256 int:5
// report: none
kernel void barrier_in_uniform_branch(global int* out, int n) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  if (n > 3) barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) & 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = tile[l] + 1;
  }
  out[get_global_id(0)] = tile[l];
}
