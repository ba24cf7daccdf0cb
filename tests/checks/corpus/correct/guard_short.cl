// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are short.
// run: guard_short 128 16 buffer:128 buffer:128 int:64
// report: none
kernel void guard_short(global short* out, global const short* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  short value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
