// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are short.
// run: add_short 64 16 buffer:128 buffer:128 buffer:128
// report: none
kernel void add_short(global short* out, global const short* a, global const short* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
