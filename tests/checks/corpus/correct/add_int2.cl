// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are int2.
// run: add_int2 64 16 buffer:512 buffer:512 buffer:512
// report: none
kernel void add_int2(global int2* out, global const int2* a, global const int2* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
