// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits of the number of iterations were never written.
// run: scalar_in_loop_condition 16 16 buffer:64
// report: uninitialized 8|10
kernel void scalar_in_loop_condition(global int* out) {
  int n, sum = 0;
  if (get_global_id(0) > 20) n = 3;
  for (int k = 0; k < (n & 7); ++k)
    sum += k;
  out[get_global_id(0)] = sum;
}
