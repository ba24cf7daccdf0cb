// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a window over the input. Elements are short.
// run: window_short 61 - buffer:128 buffer:128
// report: none
kernel void window_short(global short* out, global const short* in) {
  short window[4];
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) window[k] = in[i + k];
  short sum = window[0];
  for (int k = 1; k < 4; ++k) sum += window[k];
  out[i] = sum;
}
