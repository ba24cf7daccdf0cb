// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of all groups write their number to one element.
// run: global_all_write_one 64 16 buffer:4
// report: races 6
kernel void global_all_write_one(global int* a) {
  a[0] = get_global_id(0);
}
