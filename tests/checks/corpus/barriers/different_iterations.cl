// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items make different numbers of iterations with a barrier.
// run: different_iterations 16 16 buffer:64
// report: barriers 10
kernel void different_iterations(global int* out) {
  const int l = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < l; ++k) {
    sum += k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
