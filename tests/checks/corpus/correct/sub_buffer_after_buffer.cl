// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch on a buffer is followed by one on its part.
// run: sub_buffer_after_buffer 64 16 buffer:4096 part:0:1024:256
// run: sub_buffer_after_buffer2 64 16 first:0 first:1
// report: none
kernel void sub_buffer_after_buffer(global int* whole, global int* part) {
  whole[get_global_id(0) + 256] = 1;
}
kernel void sub_buffer_after_buffer2(global int* whole, global int* part) {
  const int i = get_global_id(0);
  whole[i] = part[i];
}
