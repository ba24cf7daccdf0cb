// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write with a negative index is before a sub-buffer, in the buffer that it is part of.
// run: sub_buffer_write_left 16 16 sub:4096:1024:256 int:3
// report: memory 7
kernel void sub_buffer_write_left(global int* a, int shift) {
  const int i = get_global_id(0);
  a[i - shift] = i;
}
