// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items that stay read the marks of those that have returned.
// run: global_early_return 64 16 buffer:256
// report: races 8|11
kernel void global_early_return(global int* marks) {
  const int i = get_global_id(0);
  if (i < 32) {
    marks[i] = i;
    return;
  }
  marks[i] = marks[i - 32] + 1;
}
