// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are int.
// run: add_int 64 16 buffer:256 buffer:256 buffer:256
// report: none
kernel void add_int(global int* out, global const int* a, global const int* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
