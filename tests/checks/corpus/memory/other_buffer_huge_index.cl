// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers, computed from their addresses, is used as an index of the first one.
// run: other_buffer_huge_index 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_huge_index(global int* a, global int* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(int);
  a[distance + get_global_id(0)] = 1;
}
