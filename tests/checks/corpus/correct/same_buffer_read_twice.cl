// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two inputs are the same buffer.
// run: same_buffer_read_twice 64 16 buffer:256 written:256 same:1
// report: none
kernel void same_buffer_read_twice(global int* out, global const int* a, global const int* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
