// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tail guard returns before a barrier in the last work-group.
// run: early_return 64 16 buffer:256 int:50
// report: barriers 10
kernel void early_return(global int* out, int n) {
  local int tile[16];
  const int i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  tile[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l];
}
