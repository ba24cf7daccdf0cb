// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are double.
// run: other_buffer_write_double 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_double(global double* a, global double* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(double);
  a[distance + (long)get_global_id(0)] = (double)(1);
}
