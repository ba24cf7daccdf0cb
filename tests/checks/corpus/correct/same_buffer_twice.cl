// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Input and output are the same buffer, and each work-item has its element.
// run: same_buffer_twice 64 16 written:256 same:0
// report: none
kernel void same_buffer_twice(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] * 2;
}
