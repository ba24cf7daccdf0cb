// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sub-buffers of one buffer are mistaken for one of double length.
// run: sub_buffer_of_argument_swapped 32 16 buffer:4096 part:0:0:1024 part:0:1024:1024
// report: memory 8
kernel void sub_buffer_of_argument_swapped(global int* whole, global int* low, global int* high) {
  const int i = get_global_id(0);
  whole[600 + i] = high[i];
  low[250 + i] = 2;
}
