// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop begins with the divisor zero.
// run: divide_by_zero_in_loop 16 16 buffer:64 int:4
// report: arithmetic 8
kernel void divide_by_zero_in_loop(global int* out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += 60 / k;
  out[get_global_id(0)] = sum;
}
