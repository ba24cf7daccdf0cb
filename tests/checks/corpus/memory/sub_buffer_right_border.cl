// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element behind a sub-buffer is in the buffer that it is part of.
// run: sub_buffer_right_border 64 16 sub:4096:1024:256
// report: memory 6
kernel void sub_buffer_right_border(global int* a) {
  a[get_global_id(0) + 1] = 1;
}
