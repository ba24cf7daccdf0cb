// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A positive index of one table of floats leads into another one.
// run: constant_table_neighbour_float 16 16 buffer:64 int:8
// report: memory 11
constant float table_a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
constant float table_b[8] = {9, 10, 11, 12, 13, 14, 15, 16};
constant float table_c[8] = {17, 18, 19, 20, 21, 22, 23, 24};
kernel void constant_table_neighbour_float(global float* out, int distance) {
  const int i = get_global_id(0), k = i & 7;
  out[i] = table_a[k] + table_c[k] +
           table_b[k + distance];
}
