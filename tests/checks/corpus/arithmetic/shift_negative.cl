// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shift count is negative.
// run: shift_negative 16 16 buffer:64
// report: arithmetic 7
kernel void shift_negative(global int* out) {
  const int i = get_global_id(0);
  out[i] = 1024 >> (i - 4);
}
