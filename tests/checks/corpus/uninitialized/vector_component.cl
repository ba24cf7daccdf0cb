// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component of a vector was not written.
// run: vector_component 16 16 buffer:64
// report: uninitialized 10
kernel void vector_component(global float* out) {
  float4 v;
  v.x = 1;
  v.y = 2;
  v.z = 3;
  out[get_global_id(0)] = dot(v, (float4)(1));
}
