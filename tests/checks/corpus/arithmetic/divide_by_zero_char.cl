// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A divisor of 8 bits is zero.
// run: divide_by_zero_char 16 16 buffer:16 int:0
// report: arithmetic 8
kernel void divide_by_zero_char(global char* out, int n) {
  const int i = get_global_id(0);
  const char divisor = (char)n;
  out[i] = (char)(i / divisor);
}
