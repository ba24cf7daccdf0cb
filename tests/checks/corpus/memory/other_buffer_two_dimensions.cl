// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row index is so large that the address is in another buffer.
// run: other_buffer_two_dimensions 16x4 16x1 buffer:256 buffer:256
// report: memory 8
kernel void other_buffer_two_dimensions(global int* a, global int* b) {
  const int x = get_global_id(0);
  const long row = get_global_id(1) + (b - a) / 16, column = (b - a) % 16;
  a[row * 16 + column + x] = 2;
}
