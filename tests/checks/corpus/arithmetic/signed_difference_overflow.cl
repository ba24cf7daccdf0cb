// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A difference of ints is too small.
// run: signed_difference_overflow 16 16 buffer:64 int:-2147483640
// report: arithmetic 7
kernel void signed_difference_overflow(global int* out, int n) {
  const int i = get_global_id(0);
  out[i] = n - i;
}
