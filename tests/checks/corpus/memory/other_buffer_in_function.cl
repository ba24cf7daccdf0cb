// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function adds to a pointer, and the result is in another buffer.
// run: other_buffer_in_function 16 16 buffer:64 buffer:64
// report: memory 7
global int* moved(global int* p, long count) { return p + count; }
kernel void other_buffer_in_function(global int* a, global int* b) {
  *moved(a + get_global_id(0), b - a) = 1;
}
