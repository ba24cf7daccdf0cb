// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer is reversed in place by all work-items.
// run: global_reverse_in_place 64 16 buffer:256
// report: races 7|8
kernel void global_reverse_in_place(global int* a) {
  const int i = get_global_id(0);
  const int value = a[63 - i];
  a[i] = value;
}
