// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two live buffers is added to a pointer of the first one. Elements are float2.
// run: other_buffer_write_float2 16 16 buffer:1024 buffer:1024
// report: memory 7
kernel void other_buffer_write_float2(global float2* a, global float2* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(float2);
  a[distance + (long)get_global_id(0)] = (float2)(1);
}
