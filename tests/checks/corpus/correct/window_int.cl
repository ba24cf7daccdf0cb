// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a window over the input. Elements are int.
// run: window_int 61 - buffer:256 buffer:256
// report: none
kernel void window_int(global int* out, global const int* in) {
  int window[4];
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) window[k] = in[i + k];
  int sum = window[0];
  for (int k = 1; k < 4; ++k) sum += window[k];
  out[i] = sum;
}
