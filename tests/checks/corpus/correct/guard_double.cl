// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are double.
// run: guard_double 128 16 buffer:512 buffer:512 int:64
// report: none
kernel void guard_double(global double* out, global const double* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  double value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
