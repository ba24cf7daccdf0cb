// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items behind the end skip the access.
// run: tail_guard_if 128 32 buffer:400 buffer:400 int:100
// report: none
kernel void tail_guard_if(global float* out, global const float* in, int n) {
  const int i = get_global_id(0);
  float value = 0;
  if (i < n) value = in[i];
  value *= 2;
  if (i < n) out[i] = value;
}
