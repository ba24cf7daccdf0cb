// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector with one unwritten component is stored as a whole.
// run: vector_stored 16 16 buffer:256
// report: uninitialized 8
kernel void vector_stored(global float4* out) {
  float4 v;
  v.xyz = (float3)(1, 2, 3);
  out[get_global_id(0)] = v;
}
