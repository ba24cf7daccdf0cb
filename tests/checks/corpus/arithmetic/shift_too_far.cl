// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An int is shifted by up to 39.
// run: shift_too_far 40 8 buffer:160
// report: arithmetic 7
kernel void shift_too_far(global uint* out) {
  const uint i = get_global_id(0);
  out[i] = 1u << i;
}
