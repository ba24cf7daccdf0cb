// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are float.
// run: guard_float 128 16 buffer:256 buffer:256 int:64
// report: none
kernel void guard_float(global float* out, global const float* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
