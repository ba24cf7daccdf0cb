// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop in one launch makes time steps over all groups.
// run: global_loop_of_steps 64 16 buffer:256 buffer:256 int:3
// report: races 8|10
kernel void global_loop_of_steps(global float* a, global float* b, int n) {
  const int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    b[i] = a[(i + 1) & 63];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = b[i] + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
