// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier orders local and global memory.
// run: barrier_both_fences 64 16 buffer:256 buffer:256
// report: none
kernel void barrier_both_fences(global int* out, global int* space) {
  local int tile[16];
  const int i = get_global_id(0), l = get_local_id(0);
  space[i] = i;
  tile[l] = l;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  out[i] = space[i ^ 1] + tile[l ^ 2];
}
