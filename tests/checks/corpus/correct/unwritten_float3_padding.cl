// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fourth component of float3 is never written.
// run: unwritten_float3_padding 16 16 empty:256 buffer:256
// run: unwritten_float3_padding2 16 16 first:0 first:1
// report: none
kernel void unwritten_float3_padding(global float3* a, global float3* b) {
  a[get_global_id(0)] = (float3)(1, 2, 3);
}
kernel void unwritten_float3_padding2(global float3* a, global float3* b) {
  const int i = get_global_id(0);
  b[i] = a[15 - i] * 2.0f;
}
