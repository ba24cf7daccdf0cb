// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction rounds the number of elements up and adds one that was not written.
// run: local_reduction_odd 12 12 buffer:4
// report: uninitialized 14
kernel void local_reduction_odd(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2) {
    if (l < step) tile[l] += tile[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[0] = tile[0];
}
