// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel over rows skips the first and the last one, and the next kernel uses all.
// run: buffer_unwritten_row 8x8 4x4 empty:256 buffer:256
// run: buffer_unwritten_row2 8x8 4x4 first:0 first:1
// report: uninitialized 13
kernel void buffer_unwritten_row(global int* grid, global int* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (y == 0 || y == 7) return;
  grid[y * 8 + x] = x;
}
kernel void buffer_unwritten_row2(global const int* grid, global int* out) {
  const int i = get_global_id(1) * 8 + get_global_id(0);
  out[i] = grid[i] * 3 + 1;
}
