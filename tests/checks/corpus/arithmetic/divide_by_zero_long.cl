// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A divisor of 64 bits is zero.
// run: divide_by_zero_long 16 16 buffer:128 buffer:128
// report: arithmetic 7
kernel void divide_by_zero_long(global long* out, global const long* in) {
  const int i = get_global_id(0);
  out[i] = (long)i / in[i];
}
