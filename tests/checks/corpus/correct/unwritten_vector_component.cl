// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A component that nobody has written is moved by shuffles and dropped.
// run: unwritten_vector_component 16 16 buffer:128
// report: none
kernel void unwritten_vector_component(global float* out) {
  float4 v;
  v.xy = (float2)(1, get_global_id(0));
  const float4 w = v.wzyx;
  vstore2(w.zw, get_global_id(0), out);
}
