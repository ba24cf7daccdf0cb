// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item of each pair exchanges two elements.
// run: transpose_in_place 16x16 4x4 written:1024
// report: none
kernel void transpose_in_place(global int* a) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= y) return;
  const int value = a[y * 16 + x];
  a[y * 16 + x] = a[x * 16 + y];
  a[x * 16 + y] = value;
}
