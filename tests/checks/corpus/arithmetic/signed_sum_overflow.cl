// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of ints is too large.
// run: signed_sum_overflow 16 16 buffer:64 int:2147483640
// report: arithmetic 7
kernel void signed_sum_overflow(global int* out, int n) {
  const int i = get_global_id(0);
  out[i] = n + i;
}
