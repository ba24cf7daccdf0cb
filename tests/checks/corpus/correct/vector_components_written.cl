// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All components of a vector are written one by one.
// run: vector_components_written 16 16 buffer:256
// report: none
kernel void vector_components_written(global float4* out) {
  float4 v;
  v.x = get_global_id(0);
  v.y = v.x + 1;
  v.zw = v.yx;
  out[get_global_id(0)] = v;
}
