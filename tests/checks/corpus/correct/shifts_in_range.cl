// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shift counts go from 0 to the width less one.
// run: shifts_in_range 32 32 buffer:128
// report: none
kernel void shifts_in_range(global uint* out) {
  const uint i = get_global_id(0);
  out[i] = (1u << i) | (0x80000000u >> i);
}
