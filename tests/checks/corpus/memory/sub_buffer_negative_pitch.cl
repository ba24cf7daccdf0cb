// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flipped copy of rows begins one row too high, which the parent has, but the sub-buffer has not.
// run: sub_buffer_negative_pitch 16x4 16x1 buffer:256 sub:4096:2048:256
// report: memory 7
kernel void sub_buffer_negative_pitch(global int* out, global const int* in) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * 16 + x] = in[(2 - y) * 16 + x];
}
