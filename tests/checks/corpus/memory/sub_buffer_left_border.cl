// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element before a sub-buffer is in the buffer that it is part of.
// run: sub_buffer_left_border 64 16 buffer:256 sub:4096:1024:256
// report: memory 7
kernel void sub_buffer_left_border(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i - 1];
}
