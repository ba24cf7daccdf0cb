// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum in a loop grows too large.
// run: signed_sum_overflow_in_loop 16 16 buffer:64 int:10
// report: arithmetic 8
kernel void signed_sum_overflow_in_loop(global int* out, int n) {
  int sum = get_global_id(0);
  for (int k = 0; k < n; ++k)
    sum += 400000000;
  out[get_global_id(0)] = sum;
}
