// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index that leads into another buffer is read from memory.
// run: other_buffer_index_from_memory 16 16 buffer:1024 buffer:1024 buffer:8
// run: other_buffer_index_from_memory2 16 16 first:0 first:1 first:2
// report: memory 10
kernel void other_buffer_index_from_memory(global int* a, global int* b, global long* shared) {
  if (get_global_id(0) == 0) *shared = b - a;
}
kernel void other_buffer_index_from_memory2(global int* a, global int* b, global const long* shared) {
  a[*shared + (long)get_global_id(0)] = 1;
}
