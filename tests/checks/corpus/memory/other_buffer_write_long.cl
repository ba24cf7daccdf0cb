// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are long.
// run: other_buffer_write_long 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_long(global long* a, global long* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(long);
  a[distance + (long)get_global_id(0)] = (long)(1);
}
