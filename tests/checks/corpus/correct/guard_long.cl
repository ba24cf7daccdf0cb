// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are long.
// run: guard_long 128 16 buffer:512 buffer:512 int:64
// report: none
kernel void guard_long(global long* out, global const long* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  long value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
