// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are uchar.
// run: other_buffer_write_uchar 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_uchar(global uchar* a, global uchar* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(uchar);
  a[distance + (long)get_global_id(0)] = (uchar)(1);
}
