// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are uchar.
// run: add_uchar 64 16 buffer:64 buffer:64 buffer:64
// report: none
kernel void add_uchar(global uchar* out, global const uchar* a, global const uchar* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
