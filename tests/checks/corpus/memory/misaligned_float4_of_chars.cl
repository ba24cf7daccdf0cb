// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector of floats lies in bytes behind a header of 12.
// run: misaligned_float4_of_chars 8 8 buffer:32 buffer:256
// report: memory 8|9
kernel void misaligned_float4_of_chars(global float* out, global const uchar* in) {
  const size_t i = get_global_id(0);
  global const float4* v = (global const float4*)(in + 12);
  out[i] = v[i].x +
           v[i].w;
}
