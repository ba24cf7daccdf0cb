// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are float4.
// run: add_float4 64 16 buffer:1024 buffer:1024 buffer:1024
// report: none
kernel void add_float4(global float4* out, global const float4* a, global const float4* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
