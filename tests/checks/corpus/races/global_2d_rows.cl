// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-items of a row write the row's maximum without an atomic.
// run: global_2d_rows 16x4 4x1 buffer:16 written:256
// report: races 8|9
kernel void global_2d_rows(global int* largest, global const int* in) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int value = in[y * 16 + x];
  if (value > largest[y])
    largest[y] = value;
}
