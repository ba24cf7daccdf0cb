// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of the program is read behind its end.
// run: constant_table_behind_end 16 16 buffer:64
// report: memory 8
constant int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
kernel void constant_table_behind_end(global int* out) {
  const int i = get_global_id(0);
  out[i] = table[i % 9];
}
