// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of a number of elements that is no power of two has a guard.
// run: reduction_odd_length 26 13 buffer:8 written:104
// report: none
kernel void reduction_odd_length(global int* out, global const int* in) {
  local int tile[13];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  for (int n = 13; n > 1; n = (n + 1) / 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int middle = (n + 1) / 2;
    if (l + middle < n) tile[l] += tile[l + middle];
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
