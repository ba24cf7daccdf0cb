// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a window over the input. Elements are uchar.
// run: window_uchar 61 - buffer:64 buffer:64
// report: none
kernel void window_uchar(global uchar* out, global const uchar* in) {
  uchar window[4];
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) window[k] = in[i + k];
  uchar sum = window[0];
  for (int k = 1; k < 4; ++k) sum += window[k];
  out[i] = sum;
}
