// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a window over the input. Elements are float4.
// run: window_float4 61 - buffer:1024 buffer:1024
// report: none
kernel void window_float4(global float4* out, global const float4* in) {
  float4 window[4];
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) window[k] = in[i + k];
  float4 sum = window[0];
  for (int k = 1; k < 4; ++k) sum += window[k];
  out[i] = sum;
}
