// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows are addressed with a pitch that the buffer was not made for.
// run: pitch_too_long_2d 16x16 8x8 buffer:1024 int:20
// report: memory 7
kernel void pitch_too_long_2d(global int* a, int pitch) {
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * pitch + x] = x + y;
}
