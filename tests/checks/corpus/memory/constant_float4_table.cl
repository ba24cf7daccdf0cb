// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of vectors is read behind its end in a function.
// run: constant_float4_table 16 16 buffer:256
// report: memory 7
constant float4 colours[3] = {(float4)(1), (float4)(2), (float4)(3)};
float4 colour(int index) {
  return colours[index];
}
kernel void constant_float4_table(global float4* out) {
  const int i = get_global_id(0);
  out[i] = colour(i % 4);
}
