// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long is shifted by 64.
// run: shift_long_too_far 16 16 buffer:128
// report: arithmetic 7
kernel void shift_long_too_far(global ulong* out) {
  const uint i = get_global_id(0);
  out[i] = 1ul << (i + 49);
}
