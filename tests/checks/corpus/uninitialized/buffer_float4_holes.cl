// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch writes three components of each vector, and the next one uses the fourth one.
// run: buffer_float4_holes 16 16 empty:256 buffer:64
// run: buffer_float4_holes2 16 16 first:0 first:1
// report: uninitialized 12
kernel void buffer_float4_holes(global float* points, global float* out) {
  vstore2((float2)(1, 2), 2 * get_global_id(0), points);
  points[4 * get_global_id(0) + 2] = 3;
}
kernel void buffer_float4_holes2(global const float4* points, global float* out) {
  const int i = get_global_id(0);
  out[i] = length(points[i]);
}
