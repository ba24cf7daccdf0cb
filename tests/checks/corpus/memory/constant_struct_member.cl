// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The array inside of a constant structure is left.
// run: constant_struct_member 16 16 buffer:64 int:3
// report: memory 9
typedef struct { int values[3]; } Weights;
constant Weights weights = {{1, 2, 1}};
kernel void constant_struct_member(global int* out, int index) {
  const int i = get_global_id(0);
  out[i] = weights.values[index];
}
