// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are uchar.
// run: guard_uchar 128 16 buffer:64 buffer:64 int:64
// report: none
kernel void guard_uchar(global uchar* out, global const uchar* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  uchar value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
