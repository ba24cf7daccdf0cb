// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mask of n bits is made with n = 32.
// run: shift_by_width 16 16 buffer:64 int:32
// report: arithmetic 6
kernel void shift_by_width(global uint* out, int n) {
  out[get_global_id(0)] = (1u << n) - 1u;
}
