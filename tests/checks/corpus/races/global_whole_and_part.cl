// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer and its sub-buffer are arguments, and both are written.
// run: global_whole_and_part 64 16 buffer:4096 part:0:1024:1024
// report: races 7|8
kernel void global_whole_and_part(global int* whole, global int* part) {
  const int i = get_global_id(0);
  whole[256 + i] = i;
  part[63 - i] = i;
}
