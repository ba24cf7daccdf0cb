// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors are stored by way of one buffer into another one.
// run: other_buffer_float4 16 16 buffer:256 buffer:256
// report: memory 9
kernel void other_buffer_float4(global float4* a, global float4* b) {
  const long distance = b - a;
  global float4* p = a + get_global_id(0);
  p += distance;
  *p = (float4)(1);
}
