// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only the first row of a range sets the variable.
// run: two_dimensions 8x8 4x4 buffer:256
// report: uninitialized 9
kernel void two_dimensions(global int* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  int value;
  if (y == 0) value = x;
  out[y * 8 + x] = value;
}
