// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable in local memory is reused behind two barriers.
// run: broadcast_twice 64 16 buffer:256 int:4
// report: none
kernel void broadcast_twice(global int* out, int n) {
  local int value;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (get_local_id(0) == (uint)k) value = k * k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
