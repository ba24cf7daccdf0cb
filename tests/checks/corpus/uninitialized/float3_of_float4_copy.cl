// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fourth component of a vector that was made of three is read.
// run: float3_of_float4_copy 16 16 buffer:64
// report: uninitialized 9
kernel void float3_of_float4_copy(global float* out) {
  float3 a = (float3)(1, 2, 3);
  float values[4];
  vstore3(a, 0, values);
  out[get_global_id(0)] = values[0] + values[3];
}
