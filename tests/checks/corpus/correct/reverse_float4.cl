// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group is reversed by way of local memory. Elements are float4.
// run: reverse_float4 64 16 buffer:1024 buffer:1024 local:256
// report: none
kernel void reverse_float4(global float4* out, global const float4* a, local float4* tile) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
