// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are int.
// run: guard_int 128 16 buffer:256 buffer:256 int:64
// report: none
kernel void guard_int(global int* out, global const int* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  int value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
