// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index leaves the array of a private structure, but not the structure's variable array.
// run: private_struct_member 16 16 buffer:64 int:6
// report: memory 9
typedef struct { int values[4]; } Four;
kernel void private_struct_member(global int* out, int index) {
  Four four[1] = {{{1, 2, 3, 4}}};
  const int i = get_global_id(0);
  out[i] = four[0].values[(i == 3) * index];
}
