// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that the kernel calls writes outside.
// run: in_a_function 64 16 buffer:256 int:60
// report: memory 6
void put(global int* a, int index, int value) {
  a[index] = value;
}
kernel void in_a_function(global int* a, int begin) {
  const int l = get_local_id(0);
  if (get_group_id(0) == 0) put(a, begin + l, l);
}
