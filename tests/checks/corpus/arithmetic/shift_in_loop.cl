// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop shifts by more than the width of the type.
// run: shift_in_loop 16 16 buffer:64 int:40
// report: arithmetic 9
kernel void shift_in_loop(global uint* out, int n) {
  const uint value = get_global_id(0) + 1;
  uint bits = 0;
  for (int k = 0; k < n; ++k)
    bits += (value >> k) & 1u;
  out[get_global_id(0)] = bits;
}
