// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A remainder is by an argument that is zero.
// run: remainder_by_zero 16 16 buffer:64 int:0
// report: arithmetic 7
kernel void remainder_by_zero(global int* out, int n) {
  const int i = get_global_id(0);
  out[i] = i % n;
}
