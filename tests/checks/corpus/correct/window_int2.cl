// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a window over the input. Elements are int2.
// run: window_int2 61 - buffer:512 buffer:512
// report: none
kernel void window_int2(global int2* out, global const int2* in) {
  int2 window[4];
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) window[k] = in[i + k];
  int2 sum = window[0];
  for (int k = 1; k < 4; ++k) sum += window[k];
  out[i] = sum;
}
