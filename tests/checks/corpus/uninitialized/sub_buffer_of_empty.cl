// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sub-buffer has no more contents than the buffer.
// run: sub_buffer_of_empty 16 16 buffer:64 empty:4096 part:1:1024:64
// report: uninitialized 7
kernel void sub_buffer_of_empty(global int* out, global int* whole, global const int* part) {
  const int i = get_global_id(0);
  out[i] = part[i] * 5;
}
