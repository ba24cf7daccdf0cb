// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some work-items omit the barrier of one iteration.
// run: continue_before_barrier 16 16 buffer:64
// report: barriers 11
kernel void continue_before_barrier(global int* out) {
  const int l = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (k == 2 && l > 12) continue;
    sum += k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
