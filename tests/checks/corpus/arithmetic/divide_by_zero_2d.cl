// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A coordinate is the divisor.
// run: divide_by_zero_2d 8x8 4x4 buffer:256
// report: arithmetic 7
kernel void divide_by_zero_2d(global int* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * 8 + x] = 64 / y;
}
