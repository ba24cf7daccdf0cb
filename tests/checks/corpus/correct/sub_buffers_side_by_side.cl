// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sub-buffers of one buffer do not overlap.
// run: sub_buffers_side_by_side 64 16 buffer:4096 part:0:0:1024 part:0:1024:1024
// report: none
kernel void sub_buffers_side_by_side(global int* whole, global int* low, global const int* high) {
  const int i = get_global_id(0);
  if (i == 0) whole[1000] = 1;
  low[i] = high[i];
}
