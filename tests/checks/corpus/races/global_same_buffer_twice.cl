// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Input and output are the same buffer, and the output is shifted.
// run: global_same_buffer_twice 64 16 buffer:512 same:0
// report: races 7
kernel void global_same_buffer_twice(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i + 1] = in[i];
}
