// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item prints a value that it has written.
// run: printf_of_one_item 64 16 buffer:256
// report: none
kernel void printf_of_one_item(global int* out) {
  const int i = get_global_id(0);
  out[i] = i;
  if (i == 70) printf("%d\n", out[i]);
}
