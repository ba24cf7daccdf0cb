// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An access behind a barrier uses the index of the next work-group.
// run: after_barrier 64 16 buffer:256 local:64
// report: memory 9
kernel void after_barrier(global int* a, local int* tile) {
  const int l = get_local_id(0), g = get_group_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[(g + 1) * 16 + l] = tile[15 - l];
}
