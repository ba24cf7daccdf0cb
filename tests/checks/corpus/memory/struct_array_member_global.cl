// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index leaves the array of the last structure, and with it the buffer.
// run: struct_array_member_global 8 8 buffer:160 int:4
// report: memory 7
typedef struct { int count; int values[4]; } Row;
kernel void struct_array_member_global(global Row* rows, int column) {
  rows[get_global_id(0)].values[column + (get_global_id(0) == 7)] = 2;
}
