// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are short.
// run: other_buffer_write_short 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_short(global short* a, global short* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(short);
  a[distance + (long)get_global_id(0)] = (short)(1);
}
