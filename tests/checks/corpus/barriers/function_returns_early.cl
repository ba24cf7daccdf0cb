// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function returns before its barrier in some work-items.
// run: function_returns_early 16 16 buffer:64
// report: barriers 8
int shared_sum(local int* tile, int l) {
  if (l == 3) return 0;
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[l] + 1;
}
kernel void function_returns_early(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  out[l] = shared_sum(tile, l);
}
