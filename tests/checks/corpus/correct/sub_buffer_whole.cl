// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sub-buffer is filled to its borders.
// run: sub_buffer_whole 64 16 sub:4096:1024:256
// report: none
kernel void sub_buffer_whole(global int* a) {
  a[get_global_id(0)] = 1;
}
