// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes behind its sub-buffer, where another argument's sub-buffer lies.
// run: sub_buffers_of_one_parent 64 64 buffer:4096 part:0:0:1024 part:0:1024:1024
// report: memory 8
kernel void sub_buffers_of_one_parent(global int* whole, global int* low, global const int* high) {
  const int i = get_global_id(0);
  whole[768 + i] = 1;
  low[i + 240] = high[i + 100];
}
