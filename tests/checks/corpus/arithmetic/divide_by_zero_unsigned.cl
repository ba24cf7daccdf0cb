// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unsigned divisor is zero after a subtraction.
// run: divide_by_zero_unsigned 16 16 buffer:64
// report: arithmetic 7
kernel void divide_by_zero_unsigned(global uint* out) {
  const uint i = get_global_id(0);
  out[i] = 100u / (i - 3u);
}
