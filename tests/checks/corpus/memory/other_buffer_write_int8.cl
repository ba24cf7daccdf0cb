// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are int8.
// run: other_buffer_write_int8 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_int8(global int8* a, global int8* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(int8);
  a[distance + (long)get_global_id(0)] = (int8)(1);
}
