// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer without contents is written before it is read.
// run: unwritten_buffer_then_written 64 16 empty:256
// run: unwritten_buffer_then_written2 64 16 first:0 buffer:256
// report: none
kernel void unwritten_buffer_then_written(global int* a) {
  a[get_global_id(0)] = get_global_id(0);
}
kernel void unwritten_buffer_then_written2(global const int* a, global int* out) {
  out[get_global_id(0)] = a[63 - get_global_id(0)];
}
