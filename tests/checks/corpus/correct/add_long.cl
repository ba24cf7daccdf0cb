// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are long.
// run: add_long 64 16 buffer:512 buffer:512 buffer:512
// report: none
kernel void add_long(global long* out, global const long* a, global const long* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
