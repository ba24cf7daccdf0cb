// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component of vectors in local memory was not written.
// run: local_float4_component 16 16 buffer:64
// report: uninitialized 11
kernel void local_float4_component(global float* out) {
  local float4 tile[16];
  const int l = get_local_id(0);
  tile[l].xyz = (float3)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float4 v = tile[15 - l];
  out[get_global_id(0)] = v.w;
}
