// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of the program is read within its bounds.
// run: constant_table 64 16 buffer:256
// report: none
constant int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
kernel void constant_table(global int* out) {
  const int i = get_global_id(0);
  out[i] = table[i & 7] + table[7 - i % 8];
}
