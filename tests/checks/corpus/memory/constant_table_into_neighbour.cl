// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative index of one table leads into another one.
// run: constant_table_into_neighbour 16 16 buffer:64 int:-8
// report: memory 11
constant int first_table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
constant int second_table[8] = {9, 10, 11, 12, 13, 14, 15, 16};
constant int third_table[8] = {17, 18, 19, 20, 21, 22, 23, 24};
kernel void constant_table_into_neighbour(global int* out, int distance) {
  const int i = get_global_id(0) % 8;
  out[get_global_id(0)] = first_table[i] + third_table[i] +
           second_table[i + distance];
}
