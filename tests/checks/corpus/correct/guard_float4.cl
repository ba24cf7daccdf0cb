// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard and a loop with a condition that differs among work-items. Elements are float4.
// run: guard_float4 128 16 buffer:1024 buffer:1024 int:64
// report: none
kernel void guard_float4(global float4* out, global const float4* in, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float4 value = in[i];
  for (int k = i; k < n && k < i + 5; ++k) value += in[k];
  out[i] = value;
}
